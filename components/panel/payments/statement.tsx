"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { useLanguage } from "../../ui/language";
import { rateText } from "../words/rates";
import { sumChargedBack } from "./charged-back";
import type { Payment } from "./payment-types";

/**
 * The statement of a payment: gross minus commission, refunds, corrections and chargebacks is the net amount (D-28,
 * D-401).
 */
export function Statement({
  payment,
  commission,
}: {
  payment: Payment;
  commission: NonNullable<Payment["commission"]>;
}) {
  const t = useTranslations("panel.payment");
  const language = useLanguage();
  const { rateBps, fixedFee, reversedAmount, customerShareAmount, netAmount } = commission;
  const { amount, refund, correctedAmount } = payment;
  const { refundedAmount } = refund;
  const chargedBack = sumChargedBack({ ...payment, commission });
  const fee =
    fixedFee === null || fixedFee === 0n ? "" : ` ${t("fixedFee", { amount: displayAmount(fixedFee, language) })}`;
  return (
    <dl className="rounded-card border border-line">
      <Line term={t("gross")} kurus={amount} />
      <Line
        term={t("commission")}
        note={`${rateText(rateBps, language)} ${t(`basis.${commission.basis}`)}${fee}`}
        kurus={-commission.amount}
      />
      {customerShareAmount > 0n && <Line isAside term={t("buyerShare")} kurus={customerShareAmount} />}
      {reversedAmount > 0n && <Line term={t("reversed")} kurus={reversedAmount} />}
      {refundedAmount > 0n && <Line term={t("refunded")} kurus={-refundedAmount} />}
      {correctedAmount !== 0n && <Line term={t("corrected")} kurus={-correctedAmount} />}
      {chargedBack !== 0n && <Line term={t("chargedBack")} kurus={-chargedBack} />}
      <Line isTotal term={t("net")} kurus={netAmount} />
      {refund.pendingAmount > 0n && (
        <div className="border-t border-line px-4 py-2 text-ink-soft">
          <dt className="sr-only">{t("refunds")}</dt>
          <dd>{t("pendingRefund", { amount: displayAmount(refund.pendingAmount, language) })}</dd>
        </div>
      )}
    </dl>
  );
}

function Line({
  term,
  note,
  kurus,
  isTotal = false,
  isAside = false,
}: {
  term: ReactNode;
  note?: string;
  kurus: bigint;
  isTotal?: boolean;
  isAside?: boolean;
}) {
  const weight = isTotal ? "border-t border-line bg-surface font-semibold" : isAside ? "pl-8 text-ink-soft" : "";
  return (
    <div className={`flex items-baseline justify-between gap-4 px-4 py-2 ${weight}`}>
      <dt className="min-w-0">
        {term}
        {note && <span className="block text-ink-soft">{note}</span>}
      </dt>
      <dd className="text-right">
        <Amount kurus={kurus} />
      </dd>
    </div>
  );
}
