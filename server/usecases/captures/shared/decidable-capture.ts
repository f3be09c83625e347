import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { alertAfterMs } from "@/server/domain/payments/inquiry";
import type { CaptureVerdict } from "@/server/domain/payments/open-question";
import type { AttemptStatus } from "@/server/domain/states";
import { findSentAttemptId } from "@/server/store/captures/open-captures";
import { type AttemptWithPayment, getAttempt } from "@/server/store/payments/attempts";
import type { Ctx } from "@/server/usecases/ctx";

/**
 * Returns the attempt of a payment whose capture was sent, once the bank has had 15 minutes to answer (D-75). Throws
 * payment_not_found and validation_error.
 */
export async function getDecidableCapture(ctx: Ctx, paymentCode: string): Promise<AttemptWithPayment> {
  const attemptId = await findSentAttemptId(ctx.db, paymentCode);
  if (attemptId === null) throw new AppError("payment_not_found", "No capture was sent for a payment with this code");
  const attempt = await getAttempt(ctx.db, attemptId);
  if (ctx.clock.now() < plusMs(attempt.captureSentAt ?? attempt.createdAt, alertAfterMs)) {
    throw new AppError("validation_error", "The bank is still being asked about this capture, for at least 15 minutes");
  }
  return attempt;
}

/** Throws validation_error where a verdict does not fit the state of an attempt. */
export function requireVerdictFits(status: AttemptStatus, verdict: CaptureVerdict): void {
  const isOpen = status === "capturing" || status === "unknown";
  if (isOpen || (status === "declined" && verdict !== "captured")) return;
  const why =
    status === "declined"
      ? "The payment has ended without money: what the bank has of it can only be given back"
      : `The attempt is ${status}: no capture of it was sent`;
  throw new AppError("validation_error", why);
}
