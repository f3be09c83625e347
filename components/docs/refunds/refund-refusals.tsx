import { type Language, toAdvice, toHttpStatus, toPublicMessage } from "@/server/domain/errors";
import { refundFailures } from "@/server/domain/refunds/refund-policy";
import { GuideStacked } from "../guide/guide-stacked";
import { WordsWithCode } from "../guide/words-with-code";
import { type RefundAdvice, type RefundOperation, refundErrors, refundOperations } from "./refund-errors";
import type { RefundWords } from "./refund-words";

type Words = RefundWords["errors"];

/** Lists every error code of the endpoints with the texts of the error catalogue (§7.2). */
export function RefundRefusals({ words, language }: { words: Words; language: Language }) {
  const rows = refundErrors.map(
    ([code, operations]) =>
      [
        `\`${code}\` ${toHttpStatus(code)}`,
        formatOperations(operations, words),
        toPublicMessage(code, language),
        words.next[code] ?? words.advice[toAdvice(code) as RefundAdvice],
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

/** Names the operations of an error; the three that start a refund are named together when all of them can return it. */
function formatOperations(operations: readonly RefundOperation[], words: Words): string {
  if (operations.length === refundOperations.length) return words.all;
  const starts: readonly RefundOperation[] = ["automatic", "credit", "void"];
  const areAlike = starts.every((start) => operations.includes(start));
  const others = operations.filter((operation) => !areAlike || !starts.includes(operation));
  const names = others.map((operation) => words.operations[operation]);
  return [...(areAlike ? [words.starts] : []), ...names].join(", ");
}

/** Lists the reasons for which a refund fails at the bank, and what to do then. */
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
