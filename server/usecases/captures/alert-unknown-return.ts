import { raiseAlert } from "@/server/store/alerts";
import { getMoneyReturn } from "@/server/store/captures/money-returns";
import { claimReturnAlert } from "@/server/store/operations/due";
import type { Ctx } from "../ctx";

/** Alerts staff that money has been on its way back for 15 minutes without the bank's word. False: nothing to tell. */
export async function alertUnknownReturn(ctx: Ctx, { returnId }: { returnId: string }): Promise<boolean> {
  const { status, method, paymentId } = await getMoneyReturn(ctx.db, returnId);
  if (status !== "pending") return false;
  const detail = `Payment ${paymentId}: the bank has not said for 15 minutes whether the ${method} that gives its money back was done`;
  const alert = { kind: "return_unknown", subject: returnId, detail } as const;
  // The alert first: a second one is recognised as the same, and one that is never raised would be a loss.
  await raiseAlert(ctx.db.prisma, alert, ctx.clock.now());
  ctx.log.error({ alert: alert.kind, paymentCode: paymentId, returnId }, detail);
  return claimReturnAlert(ctx.db, returnId, ctx.clock.now());
}
