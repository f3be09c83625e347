import type { BankReferences } from "@/server/banks/bank";
import { captureAlerts } from "@/server/domain/alerts";
import { moneyTime } from "@/server/domain/bank-time";
import { wasLeftOpen } from "@/server/domain/payments/inquiry";
import type { LookPlan } from "@/server/domain/payments/last-look";
import { commissionAtCapture } from "@/server/domain/pricing/commission";
import { type AttemptStatus, attemptTable, finalStates } from "@/server/domain/states";
import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { inTx, type Tx } from "@/server/store/db";
import {
  type AttemptWithPayment,
  getAttemptApproval,
  getAttemptStatus,
  moveAttempt,
  recordApproval,
  setRecheck,
} from "@/server/store/payments/attempts";
import { lockPaymentRow } from "@/server/store/payments/payments";
import { noteRefusal } from "@/server/usecases/card-testing/shared/note-refusal";
import type { Ctx } from "@/server/usecases/ctx";
import { endPayment, type LockedPayment, lockPaymentWithLink } from "@/server/usecases/expiry/shared/end-payment";
import { bookCapture } from "@/server/usecases/payouts/shared/book-settlement";

/** The facts of an approval or an inquiry about money that the bank has taken. */
export interface CapturedFacts {
  readonly references: BankReferences;
  /** The bank's own time of the capture (UTC), if the answer names one. */
  readonly at?: Date | undefined;
}

type Approval = Awaited<ReturnType<typeof getAttemptApproval>>;

/** Records the bank's approval (D-73), also for an attempt that another process has given up in the meantime. */
export const recordBankApproval = (ctx: Ctx, attempt: AttemptWithPayment, references: BankReferences): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, attempt.paymentId);
    const now = ctx.clock.now();
    const status = await getAttemptStatus(tx, attempt.id);
    if (status !== "captured" && isFinal(status)) return recordLateApproval(tx, attempt, status, references, now);
    await recordApproval(tx, attempt.id, references, now);
  });

/**
 * Records an approval that came after the attempt had ended: staff are alerted, and the bank is asked again at once.
 */
async function recordLateApproval(
  tx: Tx,
  attempt: AttemptWithPayment,
  status: AttemptStatus,
  references: BankReferences,
  now: Date,
): Promise<void> {
  const detail = `Attempt ${attempt.id} is ${status}, yet the bank approved its capture`;
  await raiseAlert(tx, { kind: "late_approval", subject: attempt.paymentId, detail }, now);
  await recordApproval(tx, attempt.id, references, now);
  await setRecheck(tx, attempt.id, { recheckAt: now, looksWanted: 1 });
}

const isFinal = (status: AttemptStatus): boolean => finalStates(attemptTable).includes(status);

/** Settles a capture for which the bank has the money: attempt, payment and commission in one transaction. */
export async function markCaptured(ctx: Ctx, attempt: AttemptWithPayment, taken: CapturedFacts): Promise<void> {
  const isFirst = await inTx(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const locked = await lockPaymentWithLink(tx, attempt.payment);
    const known = await getAttemptApproval(tx, attempt.id);
    const { status } = known;
    if (status === "captured") return false;
    if (isFinal(status)) {
      await recordLateApproval(tx, attempt, status, taken.references, now);
      return false;
    }
    const approvedAt = known.approvedAt ?? now;
    await markCapturedInTx(tx, locked, attempt, { ...taken, known: { ...known, approvedAt } }, now);
    return true;
  });
  if (isFirst) ctx.log.info(describeCapture(attempt), "Payment captured");
}

const describeCapture = ({ id: attemptId, payment }: AttemptWithPayment) => ({
  partnerId: payment.partnerId,
  paymentCode: payment.id,
  attemptId,
  terminalId: payment.terminalId,
  amountKurus: payment.amount,
});

/**
 * Ends an attempt and its payment as captured, in a transaction that has locked the payment. The capture is dated by
 * the bank's own time or else by the request, never by the answer (D-74).
 */
export async function markCapturedInTx(
  tx: Tx,
  locked: LockedPayment,
  attempt: AttemptWithPayment,
  { references, at: bankAt, known }: CapturedFacts & { readonly known: Approval },
  now: Date,
): Promise<void> {
  const { payment } = locked;
  const sentAt = attempt.captureSentAt ?? attempt.createdAt;
  const at = moneyTime({ bankAt, sentAt, answeredAt: now });
  await moveAttempt(tx, attempt.id, "captured", now, {
    bankAt: at > sentAt ? at : null,
    approvedAt: known.approvedAt,
    // Keep the references of the approval: a later answer may be about another record of the order.
    authCode: known.authCode ?? references.authCode,
    rrn: known.rrn ?? references.rrn,
    transactionId: known.transactionId ?? references.transactionId,
  });
  const { rateBps, fixedFee, commissionBasis } = attempt;
  const terms = { rateBps, fixedFee };
  const commissionAmount = commissionAtCapture(payment.amount, payment.customerShareAmount, terms, commissionBasis);
  await endPayment(tx, locked, "captured", at, now, {
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
  await closeCaptureAlerts(tx, attempt, now);
}

type OpenCapture = Pick<AttemptWithPayment, "id" | "paymentId" | "inquiries" | "captureSentAt">;

/** Closes the alerts about an open capture, which only one that was left open can have. */
async function closeCaptureAlerts(
  tx: Tx,
  { paymentId, inquiries, captureSentAt }: OpenCapture,
  now: Date,
): Promise<void> {
  if (captureSentAt === null || !wasLeftOpen(inquiries, captureSentAt, now)) return;
  await closeAlerts(tx, { kinds: captureAlerts, subjects: [paymentId] }, now);
}

export interface NotCaptured extends Partial<LookPlan> {
  readonly declineReason: string;
  readonly bankCode: string | null;
  readonly bankMessage?: string | null;
}

/**
 * Settles a capture for which no money was taken. `ending` is `failed`, or `expired` if the payment's validity has
 * ended and the bank has not declined the capture.
 */
export async function markNotCaptured(
  ctx: Ctx,
  attempt: AttemptWithPayment,
  facts: NotCaptured,
  ending: "failed" | "expired",
): Promise<void> {
  const isFirst = await inTx(ctx.db, async (tx) => {
    const locked = await lockPaymentWithLink(tx, attempt.payment);
    const isEnded = await markNotCapturedInTx(tx, locked, attempt, facts, ending, ctx.clock.now());
    if (isEnded) await noteRefusal(ctx, tx, attempt.id);
    return isEnded;
  });
  if (isFirst) ctx.log.info({ ...describeCapture(attempt), why: facts.declineReason }, "Payment not captured");
}

/**
 * Does the same as `markNotCaptured` in a transaction that has locked the payment. Returns false if the attempt or
 * the payment had already ended in this state; throws internal_error if it had ended in another one.
 */
export async function markNotCapturedInTx(
  tx: Tx,
  locked: LockedPayment,
  attempt: OpenCapture,
  facts: NotCaptured,
  ending: "failed" | "expired",
  now: Date,
): Promise<boolean> {
  if (!(await moveAttempt(tx, attempt.id, "declined", now, facts))) return false;
  await closeCaptureAlerts(tx, attempt, now);
  return ending === "expired"
    ? endPayment(tx, locked, "expired", locked.payment.expiresAt, now)
    : endPayment(tx, locked, "failed", now, now, { failureCode: "capture_declined" });
}
