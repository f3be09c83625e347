import type { BuyerDocument, BuyerPage } from "@/server/domain/buyer-page";
import { PaymentSummary } from "./payment-summary";
import { Shell } from "./shell";
import type { Words } from "./words";

interface BankPageProps {
  readonly document: BuyerDocument;
  readonly page: Extract<BuyerPage, { kind: "bank" }>;
  readonly words: Words;
}

/** Hands the browser over to the bank: by itself, by a button without a script, by a late one if all stands still. */
export function BankPage({ document, page, words }: BankPageProps) {
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
        <form method="post" action={form.action} data-to-bank="">
          {form.fields.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a name may repeat and the list never changes
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <noscript>
            <p className="ask">{bank.withoutScript}</p>
            <button type="submit" className="button">
              {bank.go}
            </button>
          </noscript>
          <button type="submit" className="button quiet late">
            {bank.go}
          </button>
        </form>
      </div>
    </Shell>
  );
}
