import type { BuyerPage, BuyerDocument as Props } from "@/server/domain/payments/buyer-page";
import { BackLink } from "./back-link";
import { CardPage } from "./card-page";
import { wordsIn } from "./dictionary";
import { PaymentSummary } from "./payment-summary";
import { Shell } from "./shell";
import { ToBankForm } from "./to-bank-form";
import { TraceId } from "./trace-id";
import { toTroubleSentences } from "./trouble-sentences";
import type { Words } from "./words";

export function BuyerDocument(document: Props) {
  const { page } = document;
  const words = wordsIn(document.language);
  if (page.kind === "card") return <CardPage document={document} page={page} words={words} />;
  if (page.kind === "bank") return <BankPage document={document} page={page} words={words} />;
  return <TroublePage document={document} page={page} words={words} />;
}

interface BankPageProps {
  readonly document: Props;
  readonly page: Extract<BuyerPage, { kind: "bank" }>;
  readonly words: Words;
}

/**
 * Renders the page that sends the browser to the bank: by the script, or by a button when the script does not run or is
 * slow.
 */
function BankPage({ document, page, words }: BankPageProps) {
  const { payment, form } = page;
  const { bank } = words;
  return (
    <Shell words={words} title={bank.title} nonce={document.nonce} payment={payment} hasScript>
      <div className="story">
        <h1>{bank.title}</h1>
        <p role="status">
          {bank.what} {bank.wait}
        </p>
        <PaymentSummary payment={payment} words={words} />
        <ToBankForm form={form} words={bank} />
      </div>
    </Shell>
  );
}

interface TroublePageProps {
  readonly document: Props;
  readonly page: Extract<BuyerPage, { kind: "trouble" | "limit" }>;
  readonly words: Words;
}

/** Renders what happened, whether money moved and what to do. */
function TroublePage({ document, page, words }: TroublePageProps) {
  const { payment } = page;
  const sentences = page.kind === "limit" ? words.limit : toTroubleSentences(page.trouble, payment, words, false);
  return (
    <Shell words={words} title={sentences.title} nonce={document.nonce} payment={payment} hasScript={false}>
      <div className="story">
        <h1>{sentences.title}</h1>
        <p>{sentences.what}</p>
        <p className="money">{sentences.money}</p>
        <p>{sentences.next}</p>
        {page.kind === "limit" ? <TryAgain paymentRef={page.paymentRef} words={words} /> : null}
        {payment ? (
          <BackLink to={payment.backUrl} words={words} looks={page.kind === "limit" ? "button quiet" : "button"} />
        ) : null}
        <TraceId words={words} traceId={document.traceId} />
      </div>
    </Shell>
  );
}

/** Leads to the empty form of the same payment, which can be tried again (§4.7 rule 5). */
const TryAgain = ({ paymentRef, words }: { paymentRef: string; words: Words }) => (
  <form method="post" action="/handoff">
    <input type="hidden" name="paymentRef" value={paymentRef} />
    <input type="hidden" name="lang" value={words.language} />
    <button type="submit" className="button">
      {words.tryAgain}
    </button>
  </form>
);
