"use client";
import type { ReactNode } from "react";
import { displayAmount } from "@/server/domain/money";
import { Amount } from "../../ui/amount";
import { useLanguage, useWords } from "../../ui/language";
import { rateText } from "../words/rates";
import { detailWords } from "./detail-words";
import type { Payment } from "./payment-type";

/** From what the buyer was charged to what is left: gross, less commission, refunds and corrections, is net (D-28). */
export function Statement({
  payment: { amount, refund, correctedAmount },
  commission,
}: {
  payment: Payment;
  commission: NonNullable<Payment["commission"]>;
}) {
  const said = useWords(detailWords);
  const language = useLanguage();
  const { rateBps, fixedFee, reversedAmount, customerShareAmount, netAmount } = commission;
  const fee =
    fixedFee === null || fixedFee === 0n ? "" : ` ${said.fixedFee(displayAmount(fixedFee, language))}`;
  return (
    <dl className="rounded-card border border-line">
      <Line term={said.gross} kurus={amount} />
      <Line
        term={said.commission}
        note={`${rateText(rateBps, language)} ${said.basis[commission.basis]}${fee}`}
        kurus={-commission.amount}
      />
      {customerShareAmount > 0n && <Line isAside term={said.buyerShare} kurus={customerShareAmount} />}
      {reversedAmount > 0n && <Line term={said.reversed} kurus={reversedAmount} />}
      {refund.refundedAmount > 0n && <Line term={said.refunded} kurus={-refund.refundedAmount} />}
      {correctedAmount !== 0n && <Line term={said.corrected} kurus={-correctedAmount} />}
      <Line isTotal term={said.net} kurus={netAmount} />
      {refund.pendingAmount > 0n && (
        <div className="border-t border-line px-4 py-2 text-ink-soft">
          <dt className="sr-only">{said.refunds}</dt>
          <dd>{said.pendingRefund(displayAmount(refund.pendingAmount, language))}</dd>
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
  const weight = isTotal
    ? "border-t border-line bg-surface font-semibold"
    : isAside
      ? "pl-8 text-ink-soft"
      : "";
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
