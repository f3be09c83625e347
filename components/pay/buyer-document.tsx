import { type PayTexts, payTextsIn } from "@/messages/pay-texts";
import type { BuyerPage, BuyerDocument as Props } from "@/server/domain/payments/buyer-page";
import { BackLink } from "./back-link";
import { CardPage } from "./card-page";
import { handoffPath } from "./handoff-path";
import { LanguageSwitch } from "./language-switch";
import { waitingScript } from "./page-assets";
import { PaymentSummary } from "./payment-summary";
import { readSentences } from "./sentences";
import { Shell } from "./shell";
import { ToBankForm } from "./to-bank-form";
import { TraceId } from "./trace-id";
import { toTroubleSentences } from "./trouble-sentences";

export function BuyerDocument(document: Props) {
  const { page } = document;
  const texts = payTextsIn(document.language);
  if (page.kind === "card") return <CardPage document={document} page={page} texts={texts} />;
  if (page.kind === "bank") return <BankPage document={document} page={page} texts={texts} />;
  return <TroublePage document={document} page={page} texts={texts} />;
}

interface BankPageProps {
  readonly document: Props;
  readonly page: Extract<BuyerPage, { kind: "bank" }>;
  readonly texts: PayTexts;
}

/**
 * Renders the page that sends the browser to the bank: by the script, or by a button when the script does not run or is
 * slow. It has no language switch: its form contains the card, so it cannot be requested again.
 */
function BankPage({ document, page, texts }: BankPageProps) {
  const { payment, form } = page;
  const { t } = texts;
  return (
    <Shell
      texts={texts}
      title={t("bank.title")}
      nonce={document.nonce}
      payment={payment}
      languageSwitch={null}
      script={waitingScript}
    >
      <div className="story">
        <h1>{t("bank.title")}</h1>
        <p role="status">
          {t("bank.what")} {t("bank.wait")}
        </p>
        <PaymentSummary payment={payment} texts={texts} />
        <ToBankForm form={form} texts={texts} />
      </div>
    </Shell>
  );
}

interface TroublePageProps {
  readonly document: Props;
  readonly page: Extract<BuyerPage, { kind: "trouble" | "limit" }>;
  readonly texts: PayTexts;
}

/** Renders what happened, whether money moved and what to do. */
function TroublePage({ document, page, texts }: TroublePageProps) {
  const { payment, paymentRef } = page;
  const { t } = texts;
  const sentences =
    page.kind === "limit" ? readSentences(t, "limit") : toTroubleSentences(page.trouble, payment, t, false);
  const canRetryLater = page.kind === "limit" || page.trouble.name === "cards_paused";
  const languageSwitch =
    paymentRef === undefined ? null : (
      <LanguageSwitch texts={texts} choice={{ paymentRef }} hasFields={false} hasScript={false} />
    );
  return (
    <Shell
      texts={texts}
      title={sentences.title}
      nonce={document.nonce}
      payment={payment}
      languageSwitch={languageSwitch}
      script={null}
    >
      <div className="story">
        <h1>{sentences.title}</h1>
        <p>{sentences.what}</p>
        <p className="money">{sentences.money}</p>
        <p>{sentences.next}</p>
        {canRetryLater && paymentRef !== undefined ? <TryAgain paymentRef={paymentRef} texts={texts} /> : null}
        {payment ? (
          <BackLink to={payment.backUrl} texts={texts} looks={canRetryLater ? "button quiet" : "button"} />
        ) : null}
        <TraceId texts={texts} traceId={document.traceId} />
      </div>
    </Shell>
  );
}

/** Leads to the empty form of the same payment, which can be tried again (§4.7 rule 5). */
const TryAgain = ({ paymentRef, texts }: { paymentRef: string; texts: PayTexts }) => (
  <form method="post" action={handoffPath(texts)}>
    <input type="hidden" name="paymentRef" value={paymentRef} />
    <button type="submit" className="button">
      {texts.t("tryAgain")}
    </button>
  </form>
);
