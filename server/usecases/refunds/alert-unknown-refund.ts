import { raiseAlert } from "@/server/store/alerts";
import { claimRefundAlert } from "@/server/store/operations/due";
import { getRefund } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";

/** Tells a person that a refund has been pending for 15 minutes (D-26, D-46). False: nothing to tell. */
export async function alertUnknownRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<boolean> {
  const refund = await getRefund(ctx.db, refundId);
  if (refund.status !== "pending") return false;
  const detail = `Refund of payment ${refund.paymentId}: the bank has not said for 15 minutes whether it was done`;
  const alert = { kind: "refund_unknown", subject: refundId, detail } as const;
  // The alert first: told twice is once here, and never told would be a loss.
  await raiseAlert(ctx.db.prisma, alert, ctx.clock.now());
  ctx.log.error({ alert: alert.kind, paymentCode: refund.paymentId, refundId }, detail);
  return claimRefundAlert(ctx.db, refundId, ctx.clock.now());
}
