import type { BankReferences, Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { commissionAtCapture } from "@/server/domain/commission";
import { alertAfterMs, nextInquiryAt } from "@/server/domain/inquiry";
import { attemptTable, finalStates } from "@/server/domain/states";
import { raiseAlert } from "@/server/store/alerts";
import {
  type AttemptWithPayment,
  getAttempt,
  moveAttempt,
  setRecheck,
  statusOfAttempt,
} from "@/server/store/attempts";
import { inTx } from "@/server/store/db";
import { lockPayment } from "@/server/store/payments";
import { bookCapture } from "./book-settlement";
import type { Ctx } from "./ctx";
import { endPayment, holdPayment } from "./hold-payment";

/** Writes down what the bank said of a capture (D-17): captured, declined, or unknown and to be inquired. */
export async function recordCapture(ctx: Ctx, input: { attemptId: string; outcome: Outcome }): Promise<void> {
  const attempt = await getAttempt(ctx.db, input.attemptId);
  const { outcome } = input;
  if (outcome.kind === "approved") return settleCaptured(ctx, attempt, outcome.references, ctx.clock.now());
  if (outcome.kind === "declined") {
    const { reason, bankCode } = outcome;
    return settleNotCaptured(ctx, attempt, { declineReason: reason, bankCode }, "failed");
  }
  const why = outcome.kind === "unknown" ? outcome.cause : outcome.kind;
  ctx.log.warn({ paymentCode: attempt.paymentId, attemptId: attempt.id, why }, "Capture outcome unknown");
  await keepUnknown(ctx, attempt);
  ctx.wakes.captureUnknown(attempt.id);
}

/** The bank has the money: the attempt and the payment are captured, with the commission, in one transaction. */
export const settleCaptured = (
  ctx: Ctx,
  attempt: AttemptWithPayment,
  references: BankReferences,
  at: Date,
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const held = await holdPayment(tx, attempt.payment);
    const { payment } = held;
    const status = await statusOfAttempt(tx, attempt.id);
    if (status === "captured") return;
    if (finalStates(attemptTable).includes(status)) {
      // The bank's word came after the payment had been given up: a person looks, and day-end asks again.
      const detail = `Attempt ${attempt.id} is ${status}, yet the bank approved its capture`;
      await raiseAlert(tx, { kind: "late_approval", subject: attempt.paymentId, detail }, now);
      await setRecheck(tx, attempt.id, now);
      return;
    }
    await moveAttempt(tx, attempt.id, "captured", now, { ...references });
    const { rateBps, fixedFee, commissionBasis } = attempt;
    const share = payment.customerShareAmount;
    const terms = { rateBps, fixedFee };
    const commissionAmount = commissionAtCapture(payment.amount, share, terms, commissionBasis);
    await endPayment(tx, held, "captured", at, now, {
      cardBin: attempt.cardBin,
      cardLast4: attempt.cardLast4,
      cardBrand: attempt.cardBrand,
      cardFamily: attempt.cardFamily,
      cardBank: attempt.cardBank,
      cardScheme: attempt.cardScheme,
      commissionBasis,
      commissionRateBps: rateBps,
      commissionFixedFee: fixedFee,
      commissionAmount,
    });
    await bookCapture(tx, payment, attempt.payment.terminal, commissionAmount, at, now);
  });

/** No money was taken. `ending` is `failed`, or `expired` when the payment's time is over and it was never declined. */
export const settleNotCaptured = (
  ctx: Ctx,
  attempt: AttemptWithPayment,
  facts: { declineReason: string; bankCode: string | null; recheckAt?: Date },
  ending: "failed" | "expired",
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const held = await holdPayment(tx, attempt.payment);
    if (!(await moveAttempt(tx, attempt.id, "declined", now, facts))) return;
    if (ending === "expired") await endPayment(tx, held, "expired", held.payment.expiresAt, now);
    else await endPayment(tx, held, "failed", now, now, { failureCode: "capture_declined" });
  });

/** Leaves the payment initiated and sets the first inquiry (D-46). */
const keepUnknown = (ctx: Ctx, attempt: AttemptWithPayment): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPayment(tx, attempt.paymentId);
    const now = ctx.clock.now();
    const dayEnd = nextDayEnd(attempt.captureSentAt ?? now, attempt.payment.terminal.dayEndLocal);
    const status = await statusOfAttempt(tx, attempt.id);
    if (status !== "capturing") return;
    await moveAttempt(tx, attempt.id, "unknown", now, {
      unknownSince: now,
      alertAt: plusMs(now, alertAfterMs),
      nextInquiryAt: nextInquiryAt(0, now, now, dayEnd),
    });
  });
