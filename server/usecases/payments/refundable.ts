import { nextDayEnd } from "@/server/domain/business-day";
import type { CorrectablePayment } from "@/server/domain/corrections/correction";
import type { Refundable } from "@/server/domain/refunds/refund-policy";
import type { TerminalFacts } from "@/server/store/accounts/terminals";
import type { PaymentRow } from "@/server/store/payments/payments";

type RefundFacts = Pick<
  PaymentRow,
  | ("status" | "amount" | "refundedAmount" | "refundPendingAmount" | "correctedAmount")
  | ("heldSince" | "capturedAt" | "createdAt")
>;

/** What went back to the card by the books, kuruş: approved refunds and approved corrections (D-75). */
export const sumRefunded = (payment: Pick<PaymentRow, "refundedAmount" | "correctedAmount">): bigint =>
  payment.refundedAmount + payment.correctedAmount;

/** What the rules look at of a payment on its terminal. */
export const toRefundable = (
  payment: RefundFacts,
  { mode, dayEndLocal }: Pick<TerminalFacts, "mode" | "dayEndLocal">,
): Refundable => ({
  isCaptured: payment.status === "captured",
  amountKurus: payment.amount,
  refundedKurus: sumRefunded(payment),
  pendingKurus: payment.refundPendingAmount,
  isHeld: payment.heldSince !== null,
  isDirect: mode === "direct_collection",
  dayEnd: nextDayEnd(payment.capturedAt ?? payment.createdAt, dayEndLocal),
});

/** What a correction of the books is judged by of a payment (D-75). */
export const toCorrectable = (payment: PaymentRow): CorrectablePayment => ({
  isCaptured: payment.status === "captured",
  amountKurus: payment.amount,
  refundedKurus: sumRefunded(payment),
  pendingKurus: payment.refundPendingAmount,
  isVoided: payment.voidedAt !== null,
});
