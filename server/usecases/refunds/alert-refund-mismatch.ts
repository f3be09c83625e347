import { raiseAlert } from "@/server/store/alerts";
import type { RefundWithPayment } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";

/**
 * Life of a refund, steps 3 and 5: alerts staff, once for each refund, that the bank's history of the order does not
 * match the books, before a credit is sent or while its outcome is unknown.
 */
export async function alertRefundMismatch(ctx: Ctx, { id, paymentId, attempt }: RefundWithPayment): Promise<void> {
  const detail = `Order ${attempt.bankOrderId} of payment ${paymentId}: the bank's history is not what the books hold`;
  ctx.log.error({ alert: "refund_mismatch", paymentCode: paymentId, refundId: id }, detail);
  await raiseAlert(ctx.db.prisma, { kind: "refund_mismatch", subject: id, detail }, ctx.clock.now());
}
