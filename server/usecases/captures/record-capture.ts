import type { BankReferences, Outcome } from "@/server/banks/bank";
import { moneyTime } from "@/server/domain/bank-time";
import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { alertAfterMs, nextInquiryAt } from "@/server/domain/payments/inquiry";
import type { LookPlan } from "@/server/domain/payments/last-look";
import { commissionAtCapture } from "@/server/domain/pricing/commission";
import { type AttemptStatus, attemptTable, finalStates } from "@/server/domain/states";
import { raiseAlert } from "@/server/store/alerts";
import { inTx, type Tx } from "@/server/store/db";
import {
  type AttemptWithPayment,
  approvalOfAttempt,
  getAttempt,
  moveAttempt,
  noteApproval,
  setRecheck,
  statusOfAttempt,
} from "@/server/store/payments/attempts";
import { lockPayment, lockPaymentUnread } from "@/server/store/payments/payments";
import type { Ctx } from "../ctx";
import { endPayment, type HeldPayment, holdPayment } from "../expiry/hold-payment";
import { bookCapture } from "../payouts/book-settlement";

/** Writes down what the bank said of a capture (D-17): captured, declined, or unknown and to be inquired. */
export async function recordCapture(ctx: Ctx, input: { attemptId: string; outcome: Outcome }): Promise<void> {
  const attempt = await getAttempt(ctx.db, input.attemptId);
  const { outcome } = input;
  if (outcome.kind === "approved") return keepApproval(ctx, attempt, outcome);
  if (outcome.kind === "declined") {
    const { reason, bankCode } = outcome;
    return settleNotCaptured(ctx, attempt, { declineReason: reason, bankCode }, "failed");
  }
  const why = outcome.kind === "unknown" ? outcome.cause : outcome.kind;
  ctx.log.warn({ paymentCode: attempt.paymentId, attemptId: attempt.id, why }, "Capture outcome unknown");
  await keepUnknown(ctx, attempt);
  ctx.signals.captureUnknown(attempt.id);
}

/** What an approval or an inquiry says of the money that the bank has. */
export interface Taken {
  readonly references: BankReferences;
  /** The bank's own time, where the answer names one. */
  readonly at?: Date | undefined;
}

type Approval = Awaited<ReturnType<typeof approvalOfAttempt>>;

/** An approval is kept also where it cannot be settled now: the inquiry then knows of it (D-73). */
async function keepApproval(ctx: Ctx, attempt: AttemptWithPayment, approved: Taken): Promise<void> {
  try {
    await settleCaptured(ctx, attempt, approved);
  } catch (error) {
    await putApprovalOnRecord(ctx, attempt, approved.references);
    throw error;
  }
}

/**
 * Writes down that the bank has said it has the money (D-73), also of an attempt that another process has given up meanwhile.
 */
export const putApprovalOnRecord = (
  ctx: Ctx,
  attempt: AttemptWithPayment,
  references: BankReferences,
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPaymentUnread(tx, attempt.paymentId);
    const now = ctx.clock.now();
    const status = await statusOfAttempt(tx, attempt.id);
    if (status !== "captured" && isFinal(status))
      return noteLateApproval(tx, attempt, status, references, now);
    await noteApproval(tx, attempt.id, references, now);
  });

/** The bank's word came after the payment had been given up: a person looks, and the bank is asked again at once. */
async function noteLateApproval(
  tx: Tx,
  attempt: AttemptWithPayment,
  status: AttemptStatus,
  references: BankReferences,
  now: Date,
): Promise<void> {
  const detail = `Attempt ${attempt.id} is ${status}, yet the bank approved its capture`;
  await raiseAlert(tx, { kind: "late_approval", subject: attempt.paymentId, detail }, now);
  await noteApproval(tx, attempt.id, references, now);
  await setRecheck(tx, attempt.id, { recheckAt: now, looksWanted: 1 });
}

const isFinal = (status: AttemptStatus): boolean => finalStates(attemptTable).includes(status);

/** The bank has the money: the attempt and the payment are captured, with the commission, in one transaction. */
export const settleCaptured = (ctx: Ctx, attempt: AttemptWithPayment, taken: Taken): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const held = await holdPayment(tx, attempt.payment);
    const known = await approvalOfAttempt(tx, attempt.id);
    const { status } = known;
    if (status === "captured") return;
    if (isFinal(status)) return noteLateApproval(tx, attempt, status, taken.references, now);
    const approvedAt = known.approvedAt ?? now;
    await endCaptured(tx, held, attempt, { ...taken, known: { ...known, approvedAt } }, now);
  });

/**
 * The attempt and its payment are captured, in a transaction that holds the payment: dated by the bank's own time or by the
 * request, never by the answer (D-74).
 */
export async function endCaptured(
  tx: Tx,
  held: HeldPayment,
  attempt: AttemptWithPayment,
  { references, at: bankAt, known }: Taken & { readonly known: Approval },
  now: Date,
): Promise<void> {
  const { payment } = held;
  const sentAt = attempt.captureSentAt ?? attempt.createdAt;
  const at = moneyTime({ bankAt, sentAt, answeredAt: now });
  await moveAttempt(tx, attempt.id, "captured", now, {
    bankAt: at > sentAt ? at : null,
    approvedAt: known.approvedAt,
    // References of the approval stay: a later answer may be about another record of the order.
    authCode: known.authCode ?? references.authCode,
    rrn: known.rrn ?? references.rrn,
    transactionId: known.transactionId ?? references.transactionId,
  });
  const { rateBps, fixedFee, commissionBasis } = attempt;
  const terms = { rateBps, fixedFee };
  const commissionAmount = commissionAtCapture(
    payment.amount,
    payment.customerShareAmount,
    terms,
    commissionBasis,
  );
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
}

export interface NotCaptured extends Partial<LookPlan> {
  readonly declineReason: string;
  readonly bankCode: string | null;
}

/** No money was taken. `ending` is `failed`, or `expired` when the payment's time is over and it was never declined. */
export const settleNotCaptured = (
  ctx: Ctx,
  attempt: AttemptWithPayment,
  facts: NotCaptured,
  ending: "failed" | "expired",
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    const held = await holdPayment(tx, attempt.payment);
    await endNotCaptured(tx, held, attempt.id, facts, ending, ctx.clock.now());
  });

/** The same in a transaction that holds the payment. False where it had ended so before. */
export async function endNotCaptured(
  tx: Tx,
  held: HeldPayment,
  attemptId: string,
  facts: NotCaptured,
  ending: "failed" | "expired",
  now: Date,
): Promise<boolean> {
  if (!(await moveAttempt(tx, attemptId, "declined", now, facts))) return false;
  return ending === "expired"
    ? endPayment(tx, held, "expired", held.payment.expiresAt, now)
    : endPayment(tx, held, "failed", now, now, { failureCode: "capture_declined" });
}

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
