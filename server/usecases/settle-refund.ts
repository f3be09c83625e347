import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { alertAfterMs } from "@/server/domain/inquiry";
import { raiseAlert } from "@/server/store/alerts";
import { isRefund } from "@/server/store/pending-refunds";
import { getRefund, statusOfRefund } from "@/server/store/refunds";
import type { Ctx } from "./ctx";
import { settleApproved, settleDeclined } from "./record-refund";

export interface SettleRefundInput {
  readonly refundId: string;
  readonly outcome: "approved" | "declined";
}

/**
 * Ends a refund by the word of a person who has seen at the bank what became of it, where the bank's history cannot tell.
 * Sends nothing. Answers the status that the refund has then, which an inquiry may have settled first. Throws not_found,
 * and refund_in_progress in the first 15 minutes, in which the bank is still asked.
 */
export async function settleRefund(ctx: Ctx, { refundId, outcome }: SettleRefundInput) {
  if (!(await isRefund(ctx.db, refundId))) throw new AppError("not_found", "There is no such refund");
  const refund = await getRefund(ctx.db, refundId);
  const now = ctx.clock.now();
  if (refund.status !== "pending") return refund.status;
  if (now < plusMs(refund.createdAt, alertAfterMs)) {
    throw new AppError("refund_in_progress", "The bank is still being asked, for 15 minutes at least");
  }
  const detail = `Refund of payment ${refund.paymentId}: ${outcome} by hand`;
  await raiseAlert(ctx.db.prisma, { kind: "refund_settled_by_hand", subject: refundId, detail }, now);
  ctx.log.warn({ paymentCode: refund.paymentId, refundId, outcome }, "A refund was settled by hand");
  if (outcome === "approved") await settleApproved(ctx, refund, null);
  else await settleDeclined(ctx, refund, { failureCode: "not_processed", bankCode: null });
  return statusOfRefund(ctx.db.prisma, refundId);
}
