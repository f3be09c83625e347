import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { alertAfterMs } from "@/server/domain/payments/inquiry";
import type { RefundStatus } from "@/server/domain/states";
import { raiseAlert } from "@/server/store/alerts";
import { inTx, type Tx } from "@/server/store/db";
import { lockPaymentUnread } from "@/server/store/payments/payments";
import { isRefund } from "@/server/store/refunds/pending-refunds";
import { getRefund, moveRefund, type RefundWithPayment } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
import { bookRefund } from "../payouts/book-settlement";
import { notDone } from "./record-refund";

export interface SettleRefundInput {
  readonly refundId: string;
  readonly outcome: "approved" | "declined";
}

/**
 * Ends a refund by the word of a person who has seen at the bank what became of it, where the bank's history cannot tell.
 * Sends nothing. Answers the status that the refund has then, which an inquiry may have settled first. Throws not_found,
 * and refund_in_progress in the first 15 minutes, in which the bank is still asked.
 */
export async function settleRefund(
  ctx: Ctx,
  { refundId, outcome }: SettleRefundInput,
): Promise<RefundStatus> {
  if (!(await isRefund(ctx.db, refundId))) throw new AppError("not_found", "There is no such refund");
  const refund = await getRefund(ctx.db, refundId);
  if (refund.status !== "pending") return refund.status;
  if (ctx.clock.now() < plusMs(refund.createdAt, alertAfterMs)) {
    throw new AppError("refund_in_progress", "The bank is still being asked, for 15 minutes at least");
  }
  return inTx(ctx.db, (tx) => settle(ctx, tx, refund, outcome));
}

/** Told with the change itself: what an inquiry has settled first was not settled by hand. */
async function settle(
  ctx: Ctx,
  tx: Tx,
  refund: RefundWithPayment,
  outcome: SettleRefundInput["outcome"],
): Promise<RefundStatus> {
  await lockPaymentUnread(tx, refund.paymentId);
  const now = ctx.clock.now();
  const before = await moveRefund(tx, refund, outcome, now, {
    // The bank is asked once more whether it is so.
    recheckAt: nextDayEnd(now, refund.payment.terminal.dayEndLocal),
    failureCode: outcome === "declined" ? notDone(ctx, refund) : null,
    // A person sees at the bank that it was done, not when: that is taken to be when it was sent (D-74).
    doneAt: outcome === "approved" ? refund.sentAt : null,
  });
  if (before !== "moved") return before;
  if (outcome === "approved") await bookRefund(ctx, tx, refund, refund.sentAt, now);
  const detail = `Refund of payment ${refund.paymentId}: ${outcome} by hand`;
  await raiseAlert(tx, { kind: "refund_settled_by_hand", subject: refund.id, detail }, now);
  const { id, paymentId } = refund;
  ctx.log.warn({ paymentCode: paymentId, refundId: id, outcome }, "A refund was settled by hand");
  return outcome;
}
