import { nextDayEnd } from "@/server/domain/business-day";
import type { CorrectablePayment } from "@/server/domain/corrections/correction";
import type { Refundable } from "@/server/domain/refunds/refund-policy";
import type { TerminalFacts } from "@/server/store/accounts/terminals";
import type { PaymentRow } from "@/server/store/payments/payments";

type RefundFacts = Pick<
  PaymentRow,
  | ("status" | "amount" | "refundedAmount" | "refundPendingAmount" | "correctedAmount" | "chargedBackAmount")
  | ("heldSince" | "capturedAt" | "createdAt")
>;

/**
 * Sums what went back to the card according to the books, in kuruş: approved refunds and approved corrections (D-75).
 */
export const sumRefunded = (payment: Pick<PaymentRow, "refundedAmount" | "correctedAmount">): bigint =>
  payment.refundedAmount + payment.correctedAmount;

/** Returns the facts of a payment and its terminal that the refund rules use. */
export const toRefundable = (
  payment: RefundFacts,
  { mode, dayEndLocal }: Pick<TerminalFacts, "mode" | "dayEndLocal">,
): Refundable => ({
  isCaptured: payment.status === "captured",
  amountKurus: payment.amount,
  // What a bank took back by a chargeback cannot be refunded as well (D-401).
  refundedKurus: sumRefunded(payment) + payment.chargedBackAmount,
  pendingKurus: payment.refundPendingAmount,
  isHeld: payment.heldSince !== null,
  isDirect: mode === "direct_collection",
  dayEnd: nextDayEnd(payment.capturedAt ?? payment.createdAt, dayEndLocal),
});

/** Returns the facts of a payment that the rules for corrections of the books use (D-75). */
export const toCorrectable = (payment: PaymentRow): CorrectablePayment => ({
  isCaptured: payment.status === "captured",
  amountKurus: payment.amount,
  refundedKurus: sumRefunded(payment),
  pendingKurus: payment.refundPendingAmount,
  isVoided: payment.voidedAt !== null,
});
