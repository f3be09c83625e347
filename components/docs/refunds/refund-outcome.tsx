import { type Language, toAdvice, toHttpStatus, toPublicMessage } from "@/server/domain/errors";
import { refundFailures } from "@/server/domain/refunds/refund-policy";
import { findMove, type RefundStatus, refundTable, sourceStates } from "@/server/domain/states";
import { formatCurl } from "../guide/format-curl";
import { formatRecord } from "../guide/format-json";
import { GuideStacked } from "../guide/guide-tables";
import { GuideRules, GuideTerms, WordsWithCode } from "../guide/guide-text";
import { type RefundAdvice, type RefundOperation, refundErrors, refundOperations } from "./refund-errors";
import { exampleNotice, exampleRecord } from "./refund-example";
import type { RefundWords } from "./refund-words";

type Words = RefundWords["outcome"];

/** Explains how a merchant learns the outcome of a refund: response, webhook, query (§3.3, §6, D-24, D-26). */
export function RefundOutcome(props: { words: Words; webhooks: string; apiOrigin: string }) {
  const { words, webhooks, apiOrigin } = props;
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideStacked caption={words.caption} heads={words.heads} rows={refundTable.states.map(toRow(words))} />
      <GuideRules {...words.pending} />
      <p>{words.reported}</p>
      <GuideTerms terms={words.events.map(([type, is]) => [`\`${type}\``, is])} />
      <pre translate="no">{formatRecord(exampleNotice())}</pre>
      <p>
        <WordsWithCode text={words.query} />
      </p>
      <pre translate="no">{formatCurl("GET", `${apiOrigin}/v1/payments/$PAYMENT_CODE/refunds`, "API_KEY")}</pre>
      <p>
        <WordsWithCode text={words.record} />
      </p>
      <pre translate="no">{formatRecord(exampleRecord())}</pre>
      <p>
        <WordsWithCode text={words.payment} />
      </p>
      <GuideTerms terms={words.sums} />
      <p>
        {words.webhooks} <a href="/docs/webhooks">{webhooks}</a>
      </p>
    </>
  );
}

/** Builds the row of a state: the states that can follow, and the events sent when it is entered. */
const toRow = (words: Words) => (state: RefundStatus) => {
  const next = refundTable.states.filter((to) => findMove(refundTable, state, to));
  const events = sourceStates(refundTable, state).flatMap((from) => findMove(refundTable, from, state)?.event ?? []);
  return [
    `${coded(state)} ${words.names[state].replaceAll(" ", "\u00a0")}`,
    words.meanings[state],
    next.map(coded).join(", ") || words.final,
    events.map(coded).join(", ") || words.noEvent,
  ] as const;
};

const coded = (name: string) => `\`${name}\``;

/** Lists every error code of the endpoints with the texts of the error catalogue (§7.2). */
export function RefundRefusals({ words, language }: { words: RefundWords["errors"]; language: Language }) {
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

/**
 * Names the operations of an error; the three that start a refund are named together when all of them can return it.
 */
function formatOperations(operations: readonly RefundOperation[], words: RefundWords["errors"]): string {
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
