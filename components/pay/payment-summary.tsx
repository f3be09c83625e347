import { displayAmount } from "@/server/domain/money";
import type { BuyerPayment } from "@/server/domain/payments/buyer-page";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import type { Words } from "./words";

/** Renders the amount, the installments and the deadline above the form. */
export function PaymentSummary({ payment, words }: { payment: BuyerPayment; words: Words }) {
  return (
    <dl className="total">
      <dt>{words.card.total}</dt>
      <dd className="amount">{displayAmount(payment.amountKurus, words.language)}</dd>
      <dd className="terms">
        {words.card.installment(payment.installment)}
        {payment.installment > 1 ? `: ${formatMonthly(payment, words)}` : null}
      </dd>
      <dd className="terms">{words.card.payBefore(formatIstanbulTime(payment.expiresAt, words))}</dd>
    </dl>
  );
}

function formatMonthly({ amountKurus, installment }: BuyerPayment, words: Words): string {
  const { firstKurus, restKurus } = monthlyAmounts(amountKurus, installment);
  return words.card.monthly(formatUnbroken(firstKurus, words), formatUnbroken(restKurus, words));
}

/** Formats an amount with a non-breaking space, which keeps it and its currency on one line of a sentence. */
const formatUnbroken = (amountKurus: bigint, words: Words): string =>
  displayAmount(amountKurus, words.language).replaceAll(" ", "\u00a0");

const formatIstanbulTime = (instant: Date, words: Words): string =>
  new Intl.DateTimeFormat(words.locale, {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "Europe/Istanbul",
  }).format(instant);
