import type { BuyerDocument, BuyerPage } from "@/server/domain/payments/buyer-page";
import { PaymentSummary } from "./payment-summary";
import { Shell } from "./shell";
import { ToBankForm } from "./to-bank-form";
import type { Words } from "./words";

interface BankPageProps {
  readonly document: BuyerDocument;
  readonly page: Extract<BuyerPage, { kind: "bank" }>;
  readonly words: Words;
}

/** Renders the page that sends the browser to the bank: by the script, or by a button when the script does not run or is slow. */
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
        <ToBankForm form={form} words={bank} />
      </div>
    </Shell>
  );
}
