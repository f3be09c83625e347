import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { alertAfterMs, nextInquiryAt } from "@/server/domain/payments/inquiry";
import { inTx } from "@/server/store/db";
import { type AttemptWithPayment, getAttempt, getAttemptStatus, moveAttempt } from "@/server/store/payments/attempts";
import { lockPayment } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { type CapturedFacts, markCaptured, markNotCaptured, recordBankApproval } from "./shared/capture-outcome";

/** Records the bank's answer to a capture (D-17): captured, declined, or unknown and left to the inquiry. */
export async function recordCapture(ctx: Ctx, input: { attemptId: string; outcome: Outcome }): Promise<void> {
  const attempt = await getAttempt(ctx.db, input.attemptId);
  const { outcome } = input;
  if (outcome.kind === "approved") return settleOrKeepApproval(ctx, attempt, outcome);
  if (outcome.kind === "declined") {
    const { reason, bankCode, bankMessage = null } = outcome;
    return markNotCaptured(ctx, attempt, { declineReason: reason, bankCode, bankMessage }, "failed");
  }
  const why = outcome.kind === "unknown" ? outcome.cause : outcome.kind;
  ctx.log.warn({ paymentCode: attempt.paymentId, attemptId: attempt.id, why }, "The outcome of the capture is unknown");
  await markUnknown(ctx, attempt);
  ctx.signals.captureUnknown(attempt.id);
}

/**
 * Settles an approved capture. If that fails, records at least the approval, so that the inquiry knows of it (D-73).
 */
async function settleOrKeepApproval(ctx: Ctx, attempt: AttemptWithPayment, approved: CapturedFacts): Promise<void> {
  try {
    await markCaptured(ctx, attempt, approved);
  } catch (error) {
    await recordBankApproval(ctx, attempt, approved.references);
    throw error;
  }
}

/** Marks the attempt as unknown, leaves the payment initiated, and plans the first inquiry (D-46). */
const markUnknown = (ctx: Ctx, attempt: AttemptWithPayment): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPayment(tx, attempt.paymentId);
    const now = ctx.clock.now();
    const dayEnd = nextDayEnd(attempt.captureSentAt ?? now, attempt.payment.terminal.dayEndLocal);
    const status = await getAttemptStatus(tx, attempt.id);
    if (status !== "capturing") return;
    await moveAttempt(tx, attempt.id, "unknown", now, {
      unknownSince: now,
      alertAt: plusMs(now, alertAfterMs),
      nextInquiryAt: nextInquiryAt(0, now, now, dayEnd),
    });
  });
