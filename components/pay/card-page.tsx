import type { PayTexts } from "@/messages/pay-texts";
import type { BuyerDocument, BuyerPage } from "@/server/domain/payments/buyer-page";
import { CardFields, toScriptTexts } from "./card-fields";
import { EveryLanguage } from "./every-language";
import { formatAmount, isolate } from "./formats";
import { handoffPath } from "./handoff-path";
import { LanguageSwitch } from "./language-switch";
import { listFieldNotes, Notice } from "./notice";
import { cardFormScript } from "./page-assets";
import { PaymentSummary } from "./payment-summary";
import { Shell } from "./shell";
import { TraceId } from "./trace-id";
import { toTroubleSentences } from "./trouble-sentences";
import { Trust } from "./trust";

interface CardPageProps {
  readonly document: BuyerDocument;
  readonly page: Extract<BuyerPage, { kind: "card" }>;
  readonly texts: PayTexts;
}

/**
 * Renders the card form: the amount, the card fields and one button. It never contains a card number or a security
 * code, even after a submission with errors (D-49).
 */
export function CardPage({ document, page, texts }: CardPageProps) {
  const { payment, paymentRef } = page;
  const { t } = texts;
  const errors = page.fields ?? {};
  const isRefused = page.trouble !== undefined || hasErrors(page);
  return (
    <Shell
      texts={texts}
      title={toTitle(page, texts)}
      nonce={document.nonce}
      payment={payment}
      languageSwitch={<LanguageSwitch texts={texts} choice={{ paymentRef }} hasFields hasScript />}
      script={cardFormScript}
      hasWayBack
    >
      {isRefused ? (
        <EveryLanguage texts={texts} title={(other) => toTitle(page, other)}>
          {(other) => (
            <Notice sentences={findSentences(page, other)} fields={listFieldNotes(errors, other)} texts={other} />
          )}
        </EveryLanguage>
      ) : null}
      <PaymentSummary payment={payment} texts={texts} />
      <form method="post" action={handoffPath(texts)} data-card={JSON.stringify(toScriptTexts(texts))}>
        <h1 className="unseen">{t("card.heading")}</h1>
        <input type="hidden" name="paymentRef" value={paymentRef} />
        <CardFields errors={errors} texts={texts} />
        <button type="submit" className="button">
          {t("card.pay", { amount: formatAmount(payment.amountKurus, texts) })}
        </button>
      </form>
      <Trust texts={texts} />
      {isRefused ? (
        <EveryLanguage texts={texts}>{(other) => <TraceId texts={other} traceId={document.traceId} />}</EveryLanguage>
      ) : null}
    </Shell>
  );
}

const hasErrors = ({ fields = {} }: CardPageProps["page"]): boolean => Object.keys(fields).length > 0;

/** Returns the sentences about the refused card; null where only fields have errors. */
const findSentences = (page: CardPageProps["page"], { t }: PayTexts) =>
  page.trouble && !hasErrors(page) ? toTroubleSentences(page.trouble, page.payment, t, true) : null;

function toTitle(page: CardPageProps["page"], texts: PayTexts): string {
  const { t } = texts;
  const title = t("card.title", { merchantName: isolate(page.payment.merchantName, texts) });
  const sentences = findSentences(page, texts);
  return sentences || hasErrors(page) ? t("card.errorTitle", { title: sentences?.title ?? title }) : title;
}
