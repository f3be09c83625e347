import type { BuyerDocument, BuyerPage } from "@/server/domain/payments/buyer-page";
import { BackLink } from "./back-link";
import { Shell } from "./shell";
import { TraceId } from "./trace-id";
import { toTroubleSentences } from "./trouble-sentences";
import type { Words } from "./words";

interface TroublePageProps {
  readonly document: BuyerDocument;
  readonly page: Extract<BuyerPage, { kind: "trouble" | "limit" }>;
  readonly words: Words;
}

/** Renders what happened, whether money moved and what to do. */
export function TroublePage({ document, page, words }: TroublePageProps) {
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
