import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newBankOrderId, newId } from "@/server/domain/ids";
import { alertAfterMs } from "@/server/domain/payments/inquiry";
import { machineTime } from "@/server/domain/payments/send-window";
import type { AttemptStatus, PaymentStatus } from "@/server/domain/states";
import { raiseAlert } from "@/server/store/alerts";
import { insertCaptureDecision } from "@/server/store/captures/capture-decisions";
import {
  getMoneyReturn,
  insertMoneyReturn,
  listReturnsOfAttempt,
} from "@/server/store/captures/money-returns";
import { findSentAttemptId } from "@/server/store/captures/open-captures";
import { inTx, type Tx } from "@/server/store/db";
import {
  type AttemptWithPayment,
  approvalOfAttempt,
  getAttempt,
  setRecheck,
} from "@/server/store/payments/attempts";
import { connectionOf, placedOrderOf } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { type HeldPayment, holdPayment } from "../expiry/hold-payment";
import { endCaptured, endNotCaptured } from "./record-capture";
import { endReturned } from "./record-return";
import { beginReturn } from "./return-money";
import { sendReturn } from "./send-return";

/** What a person has seen at the bank of a capture (D-75). */
export const captureVerdicts = ["captured", "not_taken", "give_back", "returned"] as const;
export type CaptureVerdict = (typeof captureVerdicts)[number];

export interface SettleCaptureInput {
  readonly paymentCode: string;
  readonly verdict: CaptureVerdict;
  readonly reason: string;
  /** What shows it, e.g. the bank's reference. */
  readonly evidence: string;
  /** Who says so, for the record. */
  readonly decidedBy: string;
}

export interface SettledCapture {
  readonly status: PaymentStatus;
  /** What went back to the card of a payment that had ended without money, kuruş. */
  readonly returnedKurus: bigint;
}

/**
 * Ends a capture by the word of a person who has seen at the bank what it holds (D-75), where the bank does not tell us:
 * `captured`; `not_taken`; `give_back`, which sends the money back as for any payment that was given up (D-72); `returned`, for
 * money that went back by somebody's hand. A payment that has ended without money is never captured any more. Answers how the
 * payment stands then, which an inquiry may have settled first. Throws payment_not_found, and validation_error in the first 15
 * minutes, in which the bank is still asked, and where the verdict does not fit.
 */
export async function settleCapture(ctx: Ctx, input: SettleCaptureInput): Promise<SettledCapture> {
  const attemptId = await findSentAttemptId(ctx.db, input.paymentCode);
  if (attemptId === null) throw new AppError("payment_not_found", "No capture of such a payment was sent");
  const attempt = await getAttempt(ctx.db, attemptId);
  if (ctx.clock.now() < plusMs(attempt.captureSentAt ?? attempt.createdAt, alertAfterMs)) {
    throw new AppError("validation_error", "The bank is still being asked, for 15 minutes at least");
  }
  const heldKurus = input.verdict === "give_back" ? await askHeldKurus(ctx, attempt) : attempt.payment.amount;
  const recordedAt = machineTime();
  const returnId = await inTx(ctx.db, (tx) => settle(ctx, tx, attempt, { ...input, heldKurus }));
  if (returnId !== null) await sendReturn(ctx, { returnId, recordedAt });
  const { payment } = await getAttempt(ctx.db, attemptId);
  return { status: payment.status, returnedKurus: payment.returnedAmount };
}

interface Settling extends SettleCaptureInput {
  /** What is to go back to the card, kuruş. */
  readonly heldKurus: bigint;
}

/** What the bank says that it holds, which may differ from what was asked for; the payment's amount where it does not say. */
async function askHeldKurus(ctx: Ctx, attempt: AttemptWithPayment): Promise<bigint> {
  const connection = connectionOf(ctx, attempt.connection);
  const found = await connection.call({ kind: "inquire", ...placedOrderOf(attempt) });
  return found.kind === "paid" ? found.amountKurus : attempt.payment.amount;
}

/** Answers the return that is to be sent; null: none is. What an inquiry has settled first is not settled by hand. */
async function settle(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptWithPayment,
  input: Settling,
): Promise<string | null> {
  const held = await holdPayment(tx, attempt.payment);
  const known = await approvalOfAttempt(tx, attempt.id);
  if (known.status === "captured" || held.payment.returnedAmount > 0n) return null;
  requireFitting(known.status, input.verdict);
  const now = ctx.clock.now();
  await putOnRecord(ctx, tx, attempt, input, now);
  if (input.verdict === "captured") {
    const taken = { references: known, known };
    await endCaptured(tx, held, attempt, taken, now);
    // The bank is asked once more whether it is so.
    await setRecheck(tx, attempt.id, { recheckAt: plusMs(now, alertAfterMs), looksWanted: 1 });
    return null;
  }
  if (known.status !== "declined") await endWithoutMoney(tx, held, attempt, now);
  return giveBack(ctx, tx, attempt, { ...input, references: known }, now);
}

function requireFitting(status: AttemptStatus, verdict: CaptureVerdict): void {
  const isOpen = status === "capturing" || status === "unknown";
  if (isOpen || (status === "declined" && verdict !== "captured")) return;
  const why =
    status === "declined"
      ? "The payment has ended without money: what the bank has of it can only be given back"
      : `The attempt is ${status}: no capture of it was sent`;
  throw new AppError("validation_error", why);
}

async function putOnRecord(
  ctx: Ctx,
  tx: Tx,
  { id: attemptId, paymentId }: AttemptWithPayment,
  { verdict, reason, evidence, decidedBy }: SettleCaptureInput,
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
  ctx.log.warn({ paymentCode: paymentId, attemptId, verdict }, "A capture was settled by hand");
}

const endWithoutMoney = (tx: Tx, held: HeldPayment, attempt: AttemptWithPayment, now: Date) =>
  endNotCaptured(
    tx,
    held,
    attempt.id,
    { declineReason: "settled_by_hand", bankCode: null },
    held.payment.expiresAt <= now ? "expired" : "failed",
    now,
  );

type Known = Awaited<ReturnType<typeof approvalOfAttempt>>;

async function giveBack(
  ctx: Ctx,
  tx: Tx,
  attempt: AttemptWithPayment,
  { verdict, heldKurus, references }: Settling & { readonly references: Known },
  now: Date,
): Promise<string | null> {
  if (verdict === "not_taken") {
    // The bank is asked whether it is so: soon, and like any payment that was given up before its day ends (D-72).
    await setRecheck(tx, attempt.id, { recheckAt: plusMs(now, alertAfterMs), looksWanted: 2 });
    return null;
  }
  const { payment, captureSentAt, createdAt } = attempt;
  if (verdict === "returned") {
    await recordReturned(ctx, tx, attempt, now);
    return null;
  }
  const found = { amountKurus: heldKurus, references };
  const dayEnd = nextDayEnd(captureSentAt ?? createdAt, payment.terminal.dayEndLocal);
  if (payment.terminal.mode === "direct_collection" && now >= dayEnd) {
    throw new AppError("direct_refund_not_allowed", "A terminal of direct collection takes no credit");
  }
  return beginReturn(ctx, tx, { attempt, found, dayEnd, byPerson: true });
}

/** The return that is under way is the one that was seen; where there is none, one is put on record as it was seen. */
async function recordReturned(ctx: Ctx, tx: Tx, attempt: AttemptWithPayment, now: Date): Promise<void> {
  const under = (await listReturnsOfAttempt(tx, attempt.id)).find(({ status }) => status === "pending");
  const id = under?.id ?? newId("moneyReturn", now);
  if (!under) {
    await insertMoneyReturn(tx, {
      id,
      partnerId: attempt.partnerId,
      paymentId: attempt.paymentId,
      attemptId: attempt.id,
      method: "credit",
      amount: attempt.payment.amount,
      bankKey: newBankOrderId(),
      createdAt: now,
      updatedAt: now,
    });
  }
  await endReturned(ctx, tx, await getMoneyReturn(tx, id), null);
}
