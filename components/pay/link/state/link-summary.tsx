import type { PayTexts } from "@/messages/pay-texts";
import type { LinkSummary } from "@/server/domain/links/link-page";
import { formatAmount } from "../../formats";
import { DateAndTime } from "../date-and-time";
import { Fact } from "../fact";
import { TextFacts } from "../text-facts";

interface SummaryFactsProps {
  readonly summary: LinkSummary;
  readonly texts: PayTexts;
  /** True when the page shows the payment deadline. */
  readonly hasDeadline: boolean;
}

/** Renders the facts by which a buyer recognises the link and can discuss it with the merchant. */
export function SummaryFacts({ summary, texts, hasDeadline }: SummaryFactsProps) {
  const { t } = texts;
  return (
    <dl className="facts">
      <Fact label={t("link.labels.amount")} isNumber>
        {formatAmount(summary.amountKurus, texts)}
      </Fact>
      <TextFacts summary={summary} texts={texts} />
      {hasDeadline ? (
        <Fact label={t("link.labels.validUntil")}>
          <DateAndTime at={summary.expiresAt} texts={texts} />
        </Fact>
      ) : null}
    </dl>
  );
}
