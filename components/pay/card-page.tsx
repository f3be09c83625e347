import { displayAmount } from "@/server/domain/money";
import type { BuyerDocument, BuyerPage } from "@/server/domain/payments/buyer-page";
import { CardFields, toScriptWords } from "./card-fields";
import { listFieldNotes, Notice } from "./notice";
import { PaymentSummary } from "./payment-summary";
import { Shell } from "./shell";
import { TraceId } from "./trace-id";
import { toTroubleSentences } from "./trouble-sentences";
import { Trust } from "./trust";
import type { Words } from "./words";

interface CardPageProps {
  readonly document: BuyerDocument;
  readonly page: Extract<BuyerPage, { kind: "card" }>;
  readonly words: Words;
}

/**
 * Renders the card form: the amount, the card fields and one button. It never contains a card number or a security
 * code, even after a submission with errors (D-49).
 */
export function CardPage({ document, page, words }: CardPageProps) {
  const { payment, paymentRef, trouble } = page;
  const errors = page.fields ?? {};
  const isWrong = Object.keys(errors).length > 0;
  const sentences = trouble && !isWrong ? toTroubleSentences(trouble, payment, words, true) : null;
  const title = words.card.title(payment.merchantName);
  return (
    <Shell
      words={words}
      title={sentences || isWrong ? words.card.errorTitle(sentences?.title ?? title) : title}
      nonce={document.nonce}
      payment={payment}
      languageSwitch={<LanguageSwitch paymentRef={paymentRef} words={words} />}
      hasScript
      hasWayBack
    >
      {sentences || isWrong ? (
        <Notice sentences={sentences} fields={listFieldNotes(errors, words)} words={words} />
      ) : null}
      <PaymentSummary payment={payment} words={words} />
      <form method="post" action="/handoff" data-card={JSON.stringify(toScriptWords(words))}>
        <h1 className="unseen">{words.card.heading}</h1>
        <input type="hidden" name="paymentRef" value={paymentRef} />
        <input type="hidden" name="lang" value={words.language} />
        <CardFields errors={errors} words={words} />
        <button type="submit" className="button">
          {words.card.pay(displayAmount(payment.amountKurus, words.language))}
        </button>
      </form>
      <Trust words={words} />
      {sentences || isWrong ? <TraceId words={words} traceId={document.traceId} /> : null}
    </Shell>
  );
}

/**
 * Requests the same form in the other language. It is a form, because a payment reference must never be part of a URL.
 */
function LanguageSwitch({ paymentRef, words }: { paymentRef: string; words: Words }) {
  const { code, name } = words.otherLanguage;
  return (
    <form method="post" action="/handoff">
      <input type="hidden" name="paymentRef" value={paymentRef} />
      <button type="submit" name="lang" value={code} lang={code} className="language">
        {name}
      </button>
    </form>
  );
}
