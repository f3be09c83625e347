import { nextDayEnd } from "@/server/domain/business-day";
import type { RefundStatus } from "@/server/domain/states";
import { raiseAlert } from "@/server/store/alerts";
import { inTx, type Tx } from "@/server/store/db";
import { lockPaymentRow } from "@/server/store/payments/payments";
import { moveRefund, type RefundWithPayment } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
import { bookRefund } from "../payouts/shared/book-settlement";
import { getDecidableRefund } from "./shared/decidable-refund";
import { toNotDoneFailure } from "./shared/refund-outcome";

export interface SettleRefundManuallyInput {
  readonly refundId: string;
  readonly outcome: "approved" | "declined";
}

/**
 * Life of a refund, step 5 (manual): resolves a pending refund with the outcome that a person has seen at the bank, for
 * the case that the bank's history cannot tell. Sends nothing. Returns the refund's status afterwards, which an inquiry
 * may have resolved first. Throws not_found, and refund_in_progress in the first 15 minutes, while the bank is still
 * asked.
 */
export async function settleRefundManually(
  ctx: Ctx,
  { refundId, outcome }: SettleRefundManuallyInput,
): Promise<RefundStatus> {
  const refund = await getDecidableRefund(ctx, refundId);
  if (refund.status !== "pending") return refund.status;
  return inTx(ctx.db, (tx) => settle(ctx, tx, refund, outcome));
}

/**
 * Resolves the refund and raises the alert in one transaction, so the alert exists only when this call, and not an
 * inquiry, resolved the refund.
 */
async function settle(
  ctx: Ctx,
  tx: Tx,
  refund: RefundWithPayment,
  outcome: SettleRefundManuallyInput["outcome"],
): Promise<RefundStatus> {
  await lockPaymentRow(tx, refund.paymentId);
  const now = ctx.clock.now();
  const before = await moveRefund(tx, refund, outcome, now, {
    // The bank is asked once more at day-end, because the person may be wrong.
    recheckAt: nextDayEnd(now, refund.payment.terminal.dayEndLocal),
    failureCode: outcome === "declined" ? toNotDoneFailure(ctx, refund) : null,
    // The person knows that the bank did it but not when, so the instant of sending counts (D-74).
    doneAt: outcome === "approved" ? refund.sentAt : null,
  });
  if (before !== "moved") return before;
  if (outcome === "approved") await bookRefund(ctx, tx, refund, refund.sentAt, now);
  const detail = `Refund of payment ${refund.paymentId}: ${outcome} by hand`;
  await raiseAlert(tx, { kind: "refund_settled_by_hand", subject: refund.id, detail }, now);
  const { id, paymentId } = refund;
  ctx.log.warn({ paymentCode: paymentId, refundId: id, outcome }, "A refund was settled manually");
  return outcome;
}
