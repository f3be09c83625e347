import { adviceOf, type Language, statusOf, wordsOf } from "@/server/domain/errors";
import { refundFailures } from "@/server/domain/refunds/refund-policy";
import { GuideStacked } from "./guide-stacked";
import { type RefundAdvice, type RefundOperation, refundErrors, refundOperations } from "./refund-errors";
import type { RefundWords } from "./refund-words";
import { WordsWithCode } from "./words-with-code";

type Words = RefundWords["errors"];

/** Every code of the endpoints, in the words of the catalogue (§7.2). */
export function RefundRefusals({ words, language }: { words: Words; language: Language }) {
  const rows = refundErrors.map(
    ([code, operations]) =>
      [
        `\`${code}\` ${statusOf(code)}`,
        placesOf(operations, words),
        wordsOf(code, language),
        words.next[code] ?? words.advice[adviceOf(code) as RefundAdvice],
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

/** The three that begin a refund are named as one where they are alike. */
function placesOf(operations: readonly RefundOperation[], words: Words): string {
  if (operations.length === refundOperations.length) return words.all;
  const starts: readonly RefundOperation[] = ["automatic", "credit", "void"];
  const areAlike = starts.every((start) => operations.includes(start));
  const others = operations.filter((operation) => !areAlike || !starts.includes(operation));
  const names = others.map((operation) => words.operations[operation]);
  return [...(areAlike ? [words.starts] : []), ...names].join(", ");
}

/** Why a bank has not done it, and what to do then. */
export function RefundFailures({ words }: { words: RefundWords["failures"] }) {
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideStacked
        caption={words.caption}
        heads={words.heads}
        rows={refundFailures.map((code) => [`\`${code}\``, ...words.codes[code]] as const)}
      />
    </>
  );
}
