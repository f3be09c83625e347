import type { LinkSummary } from "@/server/domain/links/link-page";
import { displayAmount } from "@/server/domain/money";
import { DateAndTime } from "../date-and-time";
import { Fact } from "../fact";
import type { StateWords } from "./state-words";

interface SummaryFactsProps {
  readonly summary: LinkSummary;
  readonly words: StateWords;
  /** True when the page shows the payment deadline. */
  readonly hasDeadline: boolean;
}

/** Renders the facts by which a buyer recognises the link and can discuss it with the merchant. */
export const SummaryFacts = ({ summary, words, hasDeadline }: SummaryFactsProps) => (
  <dl className="facts">
    <Fact label={words.labels.amount} isNumber>
      {displayAmount(summary.amountKurus, words.language)}
    </Fact>
    {summary.description ? (
      <Fact label={words.labels.description} isText>
        {summary.description}
      </Fact>
    ) : null}
    {summary.payerName ? <Fact label={words.labels.payer}>{summary.payerName}</Fact> : null}
    {hasDeadline ? (
      <Fact label={words.labels.validUntil}>
        <DateAndTime at={summary.expiresAt} words={words} />
      </Fact>
    ) : null}
  </dl>
);
