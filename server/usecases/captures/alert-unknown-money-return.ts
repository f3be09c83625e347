import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { getMoneyReturn } from "@/server/store/captures/money-returns";
import { claimMoneyReturnAlert } from "@/server/store/operations/claims";
import type { Ctx } from "../ctx";

/**
 * Alerts staff that the outcome of a return of money has been unknown for 15 minutes. Returns false if the return has
 * been settled or another process took the alert.
 */
export async function alertUnknownMoneyReturn(ctx: Ctx, { returnId }: { returnId: string }): Promise<boolean> {
  const { status, method, paymentId } = await getMoneyReturn(ctx.db, returnId);
  if (status !== "pending") return false;
  const detail = `Payment ${paymentId}: the bank has not said for 15 minutes whether the ${method} that gives its money back was done`;
  const alert = { kind: "return_unknown", subject: returnId, detail } as const;
  // Raise the alert before its due time is cleared: a repeated alert changes nothing, but in the other order a process
  // that dies in between would lose the alert.
  await raiseAlert(ctx.db.prisma, alert, ctx.clock.now());
  ctx.log.error({ alert: alert.kind, paymentCode: paymentId, returnId }, detail);
  if (await claimMoneyReturnAlert(ctx.db, returnId, ctx.clock.now())) return true;
  if ((await getMoneyReturn(ctx.db, returnId)).status !== "pending") {
    // The outcome became known between the two, so nothing else would close the alert.
    await closeAlerts(ctx.db.prisma, { kinds: [alert.kind], subjects: [returnId] }, ctx.clock.now());
  }
  return false;
}
