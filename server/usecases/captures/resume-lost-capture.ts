import { laterOf, plusMs } from "@/server/domain/clock";
import { alertAfterMs } from "@/server/domain/payments/inquiry";
import { inTx } from "@/server/store/db";
import { getAttempt, getAttemptStatus, moveAttempt } from "@/server/store/payments/attempts";
import { updateInitiatedPayment } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { lockPaymentWithLink } from "../expiry/shared/end-payment";
import { inquireCapture } from "./inquire-capture";

export interface ResumeLostCaptureInput {
  readonly attemptId: string;
  /** The bank's time of the sale (UTC), where it names one. */
  readonly takenAt: Date | undefined;
}

/**
 * Puts the intent of a capture on record again that a restored database has lost, and asks the bank for its outcome as
 * for any capture of unknown outcome (D-46, D-381). Sends nothing that moves money. Returns false where payment or
 * attempt have moved on since.
 */
export async function resumeLostCapture(ctx: Ctx, { attemptId, takenAt }: ResumeLostCaptureInput): Promise<boolean> {
  const attempt = await getAttempt(ctx.db, attemptId);
  const sentAt = laterOf(takenAt ?? attempt.createdAt, attempt.createdAt);
  const isResumed = await inTx(ctx.db, async (tx) => {
    const { payment } = await lockPaymentWithLink(tx, attempt.payment);
    const status = await getAttemptStatus(tx, attemptId);
    if (payment.status !== "initiated" || payment.captureStartedAt !== null) return false;
    if (status !== "preparing" && status !== "started") return false;
    const now = ctx.clock.now();
    if (status === "preparing") await moveAttempt(tx, attemptId, "started", now);
    await moveAttempt(tx, attemptId, "capturing", now, { captureSentAt: sentAt });
    const plan = { unknownSince: now, nextInquiryAt: now, alertAt: plusMs(now, alertAfterMs) };
    await moveAttempt(tx, attemptId, "unknown", now, plan);
    const countedAt = laterOf(sentAt, payment.createdAt);
    return updateInitiatedPayment(tx, payment.id, {}, { captureStartedAt: sentAt, countedAt, updatedAt: now });
  });
  if (isResumed) await inquireCapture(ctx, { attemptId });
  return isResumed;
}
