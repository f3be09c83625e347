/** The statement of a merchant with its paragraphs, or what is said in place of one. */
export const StatementText = ({ statement, empty }: { statement: string | null; empty: string }) =>
  statement === null ? (
    <p className="text-ink-soft">{empty}</p>
  ) : (
    <p className="max-w-prose rounded-card border border-line px-4 py-3 whitespace-pre-wrap wrap-anywhere">
      {statement}
    </p>
  );
