import type { BankReferences } from "@/server/banks/bank";
import { moneyBackAlerts } from "@/server/domain/alerts";
import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newBankReference, newId } from "@/server/domain/ids";
import { alertAfterMs } from "@/server/domain/payments/inquiry";
import type { CaptureVerdict } from "@/server/domain/payments/open-question";
import { machineTime } from "@/server/domain/payments/send-window";
import type { PaymentStatus } from "@/server/domain/states";
import { closeAlerts, raiseAlert } from "@/server/store/alerts";
import { insertCaptureDecision } from "@/server/store/captures/capture-decisions";
import { getMoneyReturn, insertMoneyReturn, listMoneyReturnsOfAttempt } from "@/server/store/captures/money-returns";
import { inTx, type Tx } from "@/server/store/db";
import { type AttemptWithPayment, getAttempt, getAttemptApproval, setRecheck } from "@/server/store/payments/attempts";
import { fetchSale } from "../banks/fetch-sale";
import { openBankConnection, toPlacedOrder } from "../banks/shared/bank-connection";
import { describeGivenBack } from "../banks/shared/given-back";
import type { Ctx } from "../ctx";
import { type LockedPayment, lockPaymentWithLink } from "../expiry/shared/end-payment";
import { sendMoneyReturn } from "./send-money-return";
import { markCapturedInTx, markNotCapturedInTx } from "./shared/capture-outcome";
import { getDecidableCapture, requireVerdictFits } from "./shared/decidable-capture";
import { beginMoneyReturn } from "./shared/money-return-intent";
import { markMoneyReturnedInTx } from "./shared/money-return-outcome";

export interface SettleCaptureManuallyInput {
  readonly paymentCode: string;
  readonly verdict: CaptureVerdict;
  readonly reason: string;
  /** The evidence of the verdict, for example the bank's reference. */
  readonly evidence: string;
  /** The person who decided, for the record. */
  readonly decidedBy: string;
}

export interface SettledCapture {
  readonly status: PaymentStatus;
  /** The amount that went back to the card of a payment that had ended without money, kuruş. */
  readonly returnedKurus: bigint;
}

/**
 * Settles a capture by the decision of a person who has checked it at the bank (D-75), for a bank that gives us no
 * clear answer: `captured`; `not_taken`; `give_back`, which returns the money as for any payment that was given up
 * (D-72); `returned`, for money that was already returned manually. A payment that ended without money is never
 * captured later. Returns the payment's state afterwards, which an inquiry may have settled first. Throws
 * payment_not_found; validation_error in the first 15 minutes, in which inquiries are still running, if the verdict
 * does not fit the attempt's state, and if money is to be given back of which the bank has credited some;
 * direct_refund_not_allowed for a return at a terminal of direct collection after its bank day.
 */
export async function settleCaptureManually(ctx: Ctx, input: SettleCaptureManuallyInput): Promise<SettledCapture> {
  const attempt = await getDecidableCapture(ctx, input.paymentCode);
  const isToReturn = input.verdict === "give_back" && attempt.status !== "captured";
  const held = isToReturn ? await inquireHeld(ctx, attempt) : null;
  const recordedAt = machineTime(ctx.realTime);
  const returnId = await inTx(ctx.db, (tx) => settle(ctx, tx, attempt, { ...input, held }));
  if (returnId !== null) await sendMoneyReturn(ctx, { returnId, recordedAt });
  const { payment } = await getAttempt(ctx.db, attempt.id);
  return { status: payment.status, returnedKurus: payment.returnedAmount };
}

interface Settling extends SettleCaptureManuallyInput {
  /** What the bank holds, by its answer before the decision; null where it did not say. */
  readonly held: Held | null;
}

interface Held {
  readonly amountKurus: bigint;
  readonly references: BankReferences;
}

/**
 * Asks the bank which amount it holds, which may differ from the requested one; null if it does not say. Throws
 * validation_error if money of it has gone back at the bank, or may have: a void could undo a credit, and a credit
 * could repeat it (D-212).
 */
async function inquireHeld(ctx: Ctx, attempt: AttemptWithPayment): Promise<Held | null> {
  const connection = openBankConnection(ctx, attempt.connection);
  const found = await fetchSale(ctx, { order: toPlacedOrder(attempt), connection });
  if (found.kind === "given_back") {
    const said = describeGivenBack(attempt.bankOrderId, found);
    throw new AppError("validation_error", `${said}. Give back the rest at the bank, then settle it as "returned"`);
  }
  if (found.kind === "unknown" && found.cause === "reversal_shown") {
    const said = `The bank shows for order ${attempt.bankOrderId} that money went back, and not yet in its history`;
    throw new AppError("validation_error", `${said}. Try again later, or settle it as "returned"`);
  }
  return found.kind === "paid" ? found : null;
}

/**
 * Applies the verdict. Returns the id of the return to send; null if there is none. A capture that an inquiry has
 * settled first is left as it is.
 */
async function settle(ctx: Ctx, tx: Tx, attempt: AttemptWithPayment, input: Settling): Promise<string | null> {
  const locked = await lockPaymentWithLink(tx, attempt.payment);
  const known = await getAttemptApproval(tx, attempt.id);
  if (known.status === "captured" || locked.payment.returnedAmount > 0n) return null;
  requireVerdictFits(known.status, input.verdict);
  const now = ctx.clock.now();
  await recordDecision(ctx, tx, attempt, input, now);
  if (input.verdict === "captured") {
    const taken = { references: known, known };
    await markCapturedInTx(tx, locked, attempt, taken, now);
    // Ask the bank once more whether the person was right.
    await setRecheck(tx, attempt.id, { recheckAt: plusMs(now, alertAfterMs), looksWanted: 1 });
    return null;
  }
  if (known.status !== "declined") await endWithoutMoney(tx, locked, attempt, now);
  return giveBack(ctx, tx, attempt, { ...input, references: known }, now);
}

async function recordDecision(
  ctx: Ctx,
  tx: Tx,
  { id: attemptId, paymentId }: AttemptWithPayment,
  { verdict, reason, evidence, decidedBy }: SettleCaptureManuallyInput,
  now: Date,
): Promise<void> {
  await insertCaptureDecision(tx, {
    paymentId,
    attemptId,
    verdict,
    reason,
    evidence,
    decidedBy,
    decidedAt: now,
  });
  const detail = `Capture of attempt ${attemptId}: ${verdict} by hand`;
  await raiseAlert(tx, { kind: "capture_settled_by_hand", subject: paymentId, detail }, now);
  ctx.log.warn({ paymentCode: paymentId, attemptId, verdict }, "A capture was settled manually");
}

const endWithoutMoney = (tx: Tx, locked: LockedPayment, attempt: AttemptWithPayment, now: Date) =>
  markNotCapturedInTx(
    tx,
    locked,
    attempt,
    { declineReason: "settled_by_hand", bankCode: null },
    locked.payment.expiresAt <= now ? "expired" : "failed",
    now,
  );

type KnownApproval = Awaited<ReturnType<typeof getAttemptApproval>>;

async function giveBack(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptWithPayment,
  { verdict, held, references: known }: Settling & { readonly references: KnownApproval },
  now: Date,
): Promise<string | null> {
  if (verdict === "not_taken") {
    // Ask the bank whether the person was right: soon, and again before its day-end as for any given-up payment (D-72).
    await setRecheck(tx, attempt.id, { recheckAt: plusMs(now, alertAfterMs), looksWanted: 2 });
    await closeAlerts(tx, { kinds: [...moneyBackAlerts, "last_look_unclear"], subjects: [attempt.paymentId] }, now);
    return null;
  }
  const { payment, captureSentAt, createdAt } = attempt;
  if (verdict === "returned") {
    await recordReturned(ctx, tx, attempt, now);
    return null;
  }
  const found = {
    amountKurus: held?.amountKurus ?? payment.amount,
    references: {
      authCode: known.authCode ?? held?.references.authCode ?? null,
      rrn: known.rrn ?? held?.references.rrn ?? null,
      transactionId: known.transactionId ?? held?.references.transactionId ?? null,
    },
  };
  const dayEnd = nextDayEnd(captureSentAt ?? createdAt, payment.terminal.dayEndLocal);
  if (payment.terminal.mode === "direct_collection" && now >= dayEnd) {
    throw new AppError("direct_refund_not_allowed", "A terminal of direct collection takes no credit");
  }
  return beginMoneyReturn(ctx, tx, { attempt, found, dayEnd, byPerson: true });
}

/**
 * Ends the pending return as done, because it is the one that the person saw; if there is none, records one as seen.
 */
async function recordReturned(ctx: Ctx, tx: Tx, attempt: AttemptWithPayment, now: Date): Promise<void> {
  const under = (await listMoneyReturnsOfAttempt(tx, attempt.id)).find(({ status }) => status === "pending");
  const id = under?.id ?? newId(ctx.random, "moneyReturn", now);
  if (!under) {
    await insertMoneyReturn(tx, {
      id,
      partnerId: attempt.partnerId,
      paymentId: attempt.paymentId,
      attemptId: attempt.id,
      method: "credit",
      amount: attempt.payment.amount,
      bankKey: newBankReference(ctx.random),
      createdAt: now,
      updatedAt: now,
    });
  }
  await markMoneyReturnedInTx(ctx, tx, await getMoneyReturn(tx, id), null);
}
