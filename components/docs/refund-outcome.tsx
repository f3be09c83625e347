import { findMove, type RefundStatus, refundTable, sourcesOf } from "@/server/domain/states";
import { curl } from "./curl";
import { GuideRules } from "./guide-rules";
import { GuideStacked } from "./guide-stacked";
import { GuideTerms } from "./guide-terms";
import { exampleNotice, exampleRecord } from "./refund-example";
import type { RefundWords } from "./refund-words";
import { WordsWithCode } from "./words-with-code";
import { writtenRecord } from "./written-json";

type Words = RefundWords["outcome"];

/** How a merchant hears what became of a refund: answer, webhook, query (§3.3, §6, D-24, D-26). */
export function RefundOutcome(props: { words: Words; webhooks: string; apiOrigin: string }) {
  const { words, webhooks, apiOrigin } = props;
  return (
    <>
      <p>
        <WordsWithCode text={words.intro} />
      </p>
      <GuideStacked caption={words.caption} heads={words.heads} rows={refundTable.states.map(rowIn(words))} />
      <GuideRules {...words.pending} />
      <p>{words.told}</p>
      <GuideTerms terms={words.events.map(([type, is]) => [`\`${type}\``, is])} />
      <pre translate="no">{writtenRecord(exampleNotice())}</pre>
      <p>
        <WordsWithCode text={words.query} />
      </p>
      <pre translate="no">{curl("GET", `${apiOrigin}/v1/payments/$PAYMENT_CODE/refunds`, "API_KEY")}</pre>
      <p>
        <WordsWithCode text={words.record} />
      </p>
      <pre translate="no">{writtenRecord(exampleRecord())}</pre>
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

/** A state, what it can become, and the event with which it is reached. */
const rowIn = (words: Words) => (state: RefundStatus) => {
  const next = refundTable.states.filter((to) => findMove(refundTable, state, to));
  const told = sourcesOf(refundTable, state).flatMap(
    (from) => findMove(refundTable, from, state)?.event ?? [],
  );
  return [
    `${coded(state)} ${words.names[state].replaceAll(" ", "\u00a0")}`,
    words.meanings[state],
    next.map(coded).join(", ") || words.final,
    told.map(coded).join(", ") || words.untold,
  ] as const;
};

const coded = (name: string) => `\`${name}\``;
