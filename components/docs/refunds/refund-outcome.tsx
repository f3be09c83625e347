import { findMove, type RefundStatus, refundTable, sourceStates } from "@/server/domain/states";
import { formatCurl } from "../guide/format-curl";
import { formatRecord } from "../guide/format-json";
import { GuideRules } from "../guide/guide-rules";
import { GuideStacked } from "../guide/guide-stacked";
import { GuideTerms } from "../guide/guide-terms";
import { WordsWithCode } from "../guide/words-with-code";
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
