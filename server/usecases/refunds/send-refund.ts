import { noReferences, type Outcome } from "@/server/banks/bank";
import type { BankRefusal } from "@/server/domain/banks/decline";
import { nextDayEnd } from "@/server/domain/business-day";
import { isInSendWindow, type MachineTime, machineTime } from "@/server/domain/payments/send-window";
import { writeBaseline } from "@/server/domain/refunds/refund-baseline";
import { continuesAsCredit } from "@/server/domain/refunds/refund-policy";
import { continueAsCredit, isVoidPending, permitCredit, updateVoidSentAt } from "@/server/store/refunds/refund-sending";
import { getRefund, planRefundInquiry, type RefundWithPayment } from "@/server/store/refunds/refunds";
import { type BankConnection, openBankConnection, toPlacedOrder } from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { readRefundBaseline } from "./read-refund-baseline";
import { recordRefundOutcome } from "./record-refund-outcome";
import { findBankFacts, judgeHistory } from "./shared/judge-history";
import { findSendDeadline } from "./shared/refund-outcome";

export interface SendRefundInput {
  readonly refundId: string;
  /** When the intent was recorded, by the machine's clocks: a jump of the sandbox clock must not count as a pause. */
  readonly recordedAt: MachineTime;
}

/**
 * Life of a refund, step 3: sends a recorded refund to the bank and records the outcome. Each method is sent at
 * most once (D-46); a void that finds nothing to void around day-end may be followed by one credit (D-157).
 * Does not throw for anything that the bank does; an answer that is not clear is left to the inquiry.
 */
export function sendRefund(ctx: Ctx, { refundId, recordedAt }: SendRefundInput): Promise<void> {
  const refund = send(ctx, refundId, recordedAt).finally(() => ctx.openMoneyCalls.delete(refundId));
  ctx.openMoneyCalls.set(refundId, refund);
  ctx.background(refund);
  return refund;
}

async function send(ctx: Ctx, refundId: string, recordedAt: MachineTime): Promise<void> {
  const refund = await getRefund(ctx.db, refundId);
  // A process that was suspended must not send a refund that another process has already found not done (D-119).
  if (refund.status !== "pending" || !isInSendWindow(recordedAt, ctx.realTime)) {
    ctx.log.warn({ refundId, status: refund.status }, "A refund was not sent because its send window had ended");
    return;
  }
  const call: RefundCall = {
    refund,
    recordedAt,
    connection: openBankConnection(ctx, refund.attempt.connection),
  };
  if (refund.method === "void") await sendVoid(ctx, call);
  else await sendCredit(ctx, call);
}

/** A refund that is being sent, with its bank connection. */
interface RefundCall {
  readonly refund: RefundWithPayment;
  readonly recordedAt: MachineTime;
  readonly connection: BankConnection;
}

async function sendVoid(ctx: Ctx, call: RefundCall): Promise<void> {
  const { refund, recordedAt, connection } = call;
  let { sentAt } = refund;
  const permit = async (): Promise<boolean> => {
    const now = ctx.clock.now();
    if (now < nextDayEnd(refund.sentAt, refund.payment.terminal.dayEndLocal)) {
      return isVoidPending(ctx.db, refund.id);
    }
    sentAt = now;
    return updateVoidSentAt(ctx.db, refund.id, now);
  };
  const answer = await connection.call(
    { kind: "void", ...toPlacedOrder(refund.attempt), amountKurus: refund.amount },
    () => isPermitted(ctx, recordedAt, permit),
  );
  const sent = { ...refund, sentAt };
  const confirmed = await confirmRefusal(ctx, { ...call, refund: sent }, answer);
  if (isOfAnotherDay(ctx, sent, confirmed.outcome)) await sendAsCredit(ctx, sent);
  else await recordRefundOutcome(ctx, { refund: sent, ...confirmed });
}

async function sendCredit(ctx: Ctx, call: RefundCall): Promise<void> {
  const { refund, recordedAt, connection } = call;
  const baseline = await readRefundBaseline(ctx, call);
  if (baseline === null) return leaveUnsent(ctx, refund);
  const written = writeBaseline(baseline);
  let { sentAt } = refund;
  const permit = async (): Promise<boolean> => {
    sentAt = ctx.clock.now();
    return permitCredit(ctx.db, refund.id, { baseline: written, sentAt });
  };
  const { attempt, amount, bankKey } = refund;
  const answer = await connection.call(
    { kind: "credit", ...toPlacedOrder(attempt), amountKurus: amount, refundKey: bankKey },
    () => isPermitted(ctx, recordedAt, permit),
  );
  const sent = { ...refund, sentAt, baseline: written };
  const confirmed = await confirmRefusal(ctx, { ...call, refund: sent }, answer);
  await recordRefundOutcome(ctx, { refund: sent, ...confirmed });
}

/** The refusals by which a bank says that nothing, or not enough, is left to give back. */
const nothingLeft: readonly BankRefusal[] = ["nothing_to_void", "amount_exceeds_remaining"];

/**
 * Compares an answer by which the bank says that nothing is left to give back with the bank's history. A network may
 * deliver a request twice; the copy is then refused so, and its answer may come first, although the refund is done
 * (D-389). Where the bank does not answer that, the outcome is unknown; where its history contradicts the books, the
 * refusal counts, and is doubtful.
 */
async function confirmRefusal(
  ctx: Ctx,
  { refund, connection }: RefundCall,
  answer: Outcome,
): Promise<{ outcome: Outcome; isDoubtful: boolean }> {
  if (answer.kind !== "declined" || !nothingLeft.includes(answer.reason)) return { outcome: answer, isDoubtful: false };
  const found = await connection.call({ kind: "history", ...toPlacedOrder(refund.attempt) });
  const verdict = await judgeHistory(ctx, refund, found);
  if (verdict === "unknown") return { outcome: found.kind === "unknown" ? found : notTold, isDoubtful: false };
  if (verdict !== "done") return { outcome: answer, isDoubtful: verdict === "differs" };
  const { references = noReferences, at } = findBankFacts(found, refund);
  return { outcome: { kind: "approved", references, at }, isDoubtful: false };
}

const notTold: Outcome = { kind: "unknown", cause: "mismatch" };

/**
 * Decides whether the request may be written now that the connection is open. The row is read again, and the send
 * window is checked before and after that, because the machine may be suspended at any line in between.
 */
const isPermitted = async (
  { realTime }: Ctx,
  recordedAt: MachineTime,
  permit: () => Promise<boolean>,
): Promise<boolean> => isInSendWindow(recordedAt, realTime) && (await permit()) && isInSendWindow(recordedAt, realTime);

/**
 * Leaves a credit unsent. The inquiry declines it when the send window has ended and no process can send it any more.
 */
async function leaveUnsent(ctx: Ctx, refund: RefundWithPayment): Promise<void> {
  const plan = { unknownSince: ctx.clock.now(), nextInquiryAt: findSendDeadline(refund) };
  await planRefundInquiry(ctx.db, refund, plan);
  ctx.signals.refundUnknown(refund.id);
}

/** Whether the bank found nothing to void because it counts the capture to another day than we do (D-157). */
function isOfAnotherDay(ctx: Ctx, refund: RefundWithPayment, outcome: Outcome): boolean {
  if (outcome.kind !== "declined" || outcome.reason !== "nothing_to_void") return false;
  const { way, method, sentAt, payment } = refund;
  const { mode, dayEndLocal } = payment.terminal;
  const instants = [payment.capturedAt ?? payment.createdAt, sentAt, ctx.clock.now()];
  return continuesAsCredit({ way, method, isDirect: mode === "direct_collection" }, dayEndLocal, instants);
}

/** Continues the same refund as a credit with a new send window, unless another process has resolved it meanwhile. */
async function sendAsCredit(ctx: Ctx, refund: RefundWithPayment): Promise<void> {
  const recordedAt = machineTime(ctx.realTime);
  const facts = { paymentCode: refund.paymentId, refundId: refund.id };
  ctx.log.info(facts, "The bank found nothing to void around its day-end; the refund continues as a credit");
  if (await continueAsCredit(ctx.db, refund, ctx.clock.now())) await send(ctx, refund.id, recordedAt);
}
