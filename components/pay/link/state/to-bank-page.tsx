import { ToBankForm } from "@/components/pay/to-bank-form";
import type { PayTexts } from "@/messages/pay-texts";
import type { LinkDocument, LinkPage } from "@/server/domain/links/link-page";
import { formatAmount } from "../../formats";
import { TimeLeft } from "../date-and-time";
import { Fact } from "../fact";

interface ToBankPageProps {
  readonly document: LinkDocument;
  readonly page: Extract<LinkPage, { kind: "bank" }>;
  readonly texts: PayTexts;
}

/**
 * Renders the page that sends the browser to the bank: by the script, or by a button when the script does not run or is
 * slow.
 */
export function ToBankPage({ document, page, texts }: ToBankPageProps) {
  const { t } = texts;
  return (
    <div className="story">
      <h1>{t("bank.title")}</h1>
      <p role="status">
        {t("bank.what")} {t("bank.wait")}
      </p>
      <ToBankForm form={page.form} texts={texts} />
      <dl className="facts">
        <Fact label={t("link.labels.amount")} isNumber>
          {formatAmount(page.amountKurus, texts)}
        </Fact>
        <Fact label={t("link.labels.installments")}>{t("card.installment", { count: page.installment })}</Fact>
        <Fact label={t("link.labels.timeLeft")} isNumber>
          <TimeLeft until={page.until} now={document.now} texts={texts} />
        </Fact>
      </dl>
    </div>
  );
}
