import type { PayTexts } from "@/messages/pay-texts";
import type { BuyerPayment } from "@/server/domain/payments/buyer-page";
import { monthlyAmounts } from "@/server/domain/pricing/monthly";
import { formatAmount, formatTimeOfDay, formatUnbroken } from "./formats";

/** Renders the amount, the installments and the deadline above the form. */
export function PaymentSummary({ payment, texts }: { payment: BuyerPayment; texts: PayTexts }) {
  const { t } = texts;
  return (
    <dl className="total">
      <dt>{t("card.total")}</dt>
      <dd className="amount">{formatAmount(payment.amountKurus, texts)}</dd>
      <dd className="terms">{formatInstallments(payment, texts)}</dd>
      <dd className="terms">{t("card.payBefore", { time: formatTimeOfDay(payment.expiresAt, texts) })}</dd>
    </dl>
  );
}

/** Formats `3 taksit: aylık 427,25 TL`, or `Tek çekim`. */
export function formatInstallments(
  { amountKurus, installment }: Pick<BuyerPayment, "amountKurus" | "installment">,
  texts: PayTexts,
): string {
  const { t } = texts;
  const count = t("card.installment", { count: installment });
  if (installment === 1) return count;
  const { firstKurus, restKurus } = monthlyAmounts(amountKurus, installment);
  const rest = formatUnbroken(restKurus, texts);
  const monthly =
    firstKurus === restKurus
      ? t("card.monthly.same", { rest })
      : t("card.monthly.different", { first: formatUnbroken(firstKurus, texts), rest });
  return `${count}: ${monthly}`;
}
