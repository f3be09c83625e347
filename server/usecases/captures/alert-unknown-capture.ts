import { raiseAlert } from "@/server/store/alerts";
import { claimAlert } from "@/server/store/operations/due";
import { getAttempt } from "@/server/store/payments/attempts";
import type { Ctx } from "../ctx";

/**
 * Alerts staff that a capture has been open for 15 minutes (D-46): of unknown outcome, or never recorded since its process
 * ended or its inquiries fail. False: nothing to tell.
 */
export async function alertUnknownCapture(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<boolean> {
  const attempt = await getAttempt(ctx.db, attemptId);
  if (attempt.status !== "unknown" && attempt.status !== "capturing") return false;
  const detail = "The bank has not said for 15 minutes whether it took the money";
  const alert = { kind: "capture_unknown", subject: attempt.paymentId, detail } as const;
  // The alert first: told twice is once here, and never told would be a loss.
  await raiseAlert(ctx.db.prisma, alert, ctx.clock.now());
  ctx.log.error({ alert: alert.kind, paymentCode: attempt.paymentId, attemptId }, detail);
  return claimAlert(ctx.db, attemptId, ctx.clock.now());
}
