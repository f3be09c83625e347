import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { claimAlert } from "@/server/store/operations/claims";
import { getAttempt } from "@/server/store/payments/attempts";
import type { Ctx } from "../ctx";

/**
 * Alerts staff that a capture has been open for 15 minutes (D-46): its outcome is unknown, or was never recorded
 * because the process ended or its inquiries fail. Returns false if the capture has been settled or another process
 * took the alert.
 */
export async function alertUnknownCapture(ctx: Ctx, { attemptId }: { attemptId: string }): Promise<boolean> {
  const attempt = await getAttempt(ctx.db, attemptId);
  if (attempt.status !== "unknown" && attempt.status !== "capturing") return false;
  const detail = "The bank has not said for 15 minutes whether it took the money";
  const alert = { kind: "capture_unknown", subject: attempt.paymentId, detail } as const;
  // Raise the alert before its due time is cleared. If the process dies in between, the alert is raised again, which
  // changes nothing because there is one alert per kind and subject. In the other order the alert could be lost.
  await raiseAlert(ctx.db.prisma, alert, ctx.clock.now());
  ctx.log.error({ alert: alert.kind, paymentCode: attempt.paymentId, attemptId }, detail);
  if (await claimAlert(ctx.db, attemptId, ctx.clock.now())) return true;
  const { status } = await getAttempt(ctx.db, attemptId);
  if (status !== "unknown" && status !== "capturing") {
    // The outcome became known between the two, so nothing else would close the alert.
    await closeAlerts(ctx.db.prisma, { kinds: [alert.kind], subjects: [alert.subject] }, ctx.clock.now());
  }
  return false;
}
