import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { claimRefundAlert } from "@/server/store/operations/claims";
import { getRefund } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";

/**
 * Life of a refund, step 5: alerts staff that a refund has been pending for 15 minutes (D-26, D-46). Returns false when
 * the refund is no longer pending or another process has already raised the alert.
 */
export async function alertUnknownRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<boolean> {
  const refund = await getRefund(ctx.db, refundId);
  if (refund.status !== "pending") return false;
  const detail = `Refund of payment ${refund.paymentId}: the bank has not said for 15 minutes whether it was done`;
  const alert = { kind: "refund_unknown", subject: refundId, detail } as const;
  // Raise the alert before claiming it: a second alert of the same kind and subject is ignored, but one that was
  // claimed and never raised would be lost.
  await raiseAlert(ctx.db.prisma, alert, ctx.clock.now());
  ctx.log.error({ alert: alert.kind, paymentCode: refund.paymentId, refundId }, detail);
  if (await claimRefundAlert(ctx.db, refundId, ctx.clock.now())) return true;
  if ((await getRefund(ctx.db, refundId)).status !== "pending") {
    // The outcome became known between the two, so nothing else would close the alert.
    await closeAlerts(ctx.db.prisma, { kinds: [alert.kind], subjects: [refundId] }, ctx.clock.now());
  }
  return false;
}
