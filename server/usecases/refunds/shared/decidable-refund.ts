import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { alertAfterMs } from "@/server/domain/payments/inquiry";
import { isRefund } from "@/server/store/refunds/pending-refunds";
import { getRefund, type RefundWithPayment } from "@/server/store/refunds/refunds";
import type { Ctx } from "@/server/usecases/ctx";

/**
 * Returns a refund that is resolved, or on whose outcome a person may decide, because the bank has had 15 minutes to
 * answer. Throws not_found and refund_in_progress.
 */
export async function getDecidableRefund(ctx: Ctx, refundId: string): Promise<RefundWithPayment> {
  if (!(await isRefund(ctx.db, refundId))) throw new AppError("not_found", "There is no such refund");
  const refund = await getRefund(ctx.db, refundId);
  if (refund.status === "pending" && ctx.clock.now() < plusMs(refund.createdAt, alertAfterMs)) {
    throw new AppError(
      "refund_in_progress",
      "The bank is still being asked about this refund, for at least 15 minutes",
    );
  }
  return refund;
}
