/** A text as a machine wrote it: every character has its place, and what is too long goes on in the next line. */
export function CodeText({ text }: { text: string }) {
  return (
    <pre className="rounded-control border border-line bg-surface px-3 py-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
      {text}
    </pre>
  );
}
