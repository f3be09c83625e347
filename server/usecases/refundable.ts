import { nextDayEnd } from "@/server/domain/business-day";
import type { Refundable } from "@/server/domain/refund-policy";
import type { PaymentRow } from "@/server/store/payments";
import type { TerminalFacts } from "@/server/store/terminals";

type RefundFacts = Pick<
  PaymentRow,
  "status" | "amount" | "refundedAmount" | "refundPendingAmount" | "capturedAt" | "createdAt"
>;

/** What the rules look at of a payment on its terminal. */
export const toRefundable = (
  payment: RefundFacts,
  { mode, dayEndLocal }: Pick<TerminalFacts, "mode" | "dayEndLocal">,
): Refundable => ({
  isCaptured: payment.status === "captured",
  amountKurus: payment.amount,
  refundedKurus: payment.refundedAmount,
  pendingKurus: payment.refundPendingAmount,
  isDirect: mode === "direct_collection",
  dayEnd: nextDayEnd(payment.capturedAt ?? payment.createdAt, dayEndLocal),
});
