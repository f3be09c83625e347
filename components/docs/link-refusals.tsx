import { adviceOf, type Language, statusOf, wordsOf } from "@/server/domain/errors";
import { GuideStacked } from "./guide-stacked";
import { type LinkAdvice, linkErrors } from "./link-errors";
import type { LinkWords } from "./link-words";
import { WordsWithCode } from "./words-with-code";

/** Every code of the four endpoints, in the words of the catalogue (§7.2). */
export function LinkRefusals({ words, language }: { words: LinkWords["errors"]; language: Language }) {
  const rows = linkErrors.map(
    ([code, operations]) =>
      [
        `\`${code}\` ${statusOf(code)}`,
        operations.map((operation) => words.operations[operation]).join(", "),
        wordsOf(code, language),
        words.next[code] ?? words.advice[adviceOf(code) as LinkAdvice],
      ] as const,
  );
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideStacked caption={words.caption} heads={words.heads} rows={rows} />
    </>
  );
}
