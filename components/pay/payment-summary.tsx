import { displayAmount } from "@/server/domain/money";
import type { BuyerPayment } from "@/server/domain/payments/buyer-page";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import type { Words } from "./words";

/** What is paid and how, before anything is asked. */
export function PaymentSummary({ payment, words }: { payment: BuyerPayment; words: Words }) {
  return (
    <dl className="total">
      <dt>{words.card.total}</dt>
      <dd className="amount">{displayAmount(payment.amountKurus, words.language)}</dd>
      <dd className="terms">
        {words.card.installment(payment.installment)}
        {payment.installment > 1 ? `: ${monthly(payment, words)}` : null}
      </dd>
      <dd className="terms">{words.card.payBefore(istanbulTime(payment.expiresAt, words))}</dd>
    </dl>
  );
}

function monthly({ amountKurus, installment }: BuyerPayment, words: Words): string {
  const { firstKurus, restKurus } = monthlyAmounts(amountKurus, installment);
  return words.card.monthly(unbroken(firstKurus, words), unbroken(restKurus, words));
}

/** Within a sentence an amount and its currency stay on one line. */
const unbroken = (amountKurus: bigint, words: Words): string =>
  displayAmount(amountKurus, words.language).replaceAll(" ", "\u00a0");

const istanbulTime = (instant: Date, words: Words): string =>
  new Intl.DateTimeFormat(words.locale, {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Europe/Istanbul",
  }).format(instant);
