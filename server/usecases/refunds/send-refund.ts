import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { isInSendWindow, type MachineTime, machineTime } from "@/server/domain/payments/send-window";
import { writeBaseline } from "@/server/domain/refunds/refund-baseline";
import { goesOnAsCredit } from "@/server/domain/refunds/refund-policy";
import {
  goOnAsCredit,
  isVoidPending,
  permitCredit,
  restampVoid,
} from "@/server/store/refunds/refund-sending";
import { getRefund, planRefundInquiry, type RefundWithPayment } from "@/server/store/refunds/refunds";
import { type BankConnection, connectionOf, placedOrderOf } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { readRefundBaseline } from "./read-refund-baseline";
import { endOfSending, recordRefund } from "./record-refund";

export interface SendRefundInput {
  readonly refundId: string;
  /** When its intent was recorded, by the machine's clocks: a jump of the product's clock is no standing still. */
  readonly recordedAt: MachineTime;
}

/**
 * Sends a refund whose intent is on record: once, never again (D-46). Never throws for what the bank does; whatever is not
 * a clear answer is left to the inquiry.
 */
export function sendRefund(ctx: Ctx, { refundId, recordedAt }: SendRefundInput): Promise<void> {
  const refund = send(ctx, refundId, recordedAt).finally(() => ctx.openMoneyCalls.delete(refundId));
  ctx.openMoneyCalls.set(refundId, refund);
  ctx.background(refund);
  return refund;
}

async function send(ctx: Ctx, refundId: string, recordedAt: MachineTime): Promise<void> {
  const refund = await getRefund(ctx.db, refundId);
  // A process that stood still meanwhile must not send what another one has found not done.
  if (refund.status !== "pending" || !isInSendWindow(recordedAt)) {
    ctx.log.warn({ refundId, status: refund.status }, "A refund was not sent: too late for it");
    return;
  }
  const call: RefundCall = {
    refund,
    recordedAt,
    connection: connectionOf(ctx, refund.attempt.connection),
  };
  if (refund.method === "void") await sendVoid(ctx, call);
  else await sendCredit(ctx, call);
}

/** One refund on its way to its bank. */
interface RefundCall {
  readonly refund: RefundWithPayment;
  readonly recordedAt: MachineTime;
  readonly connection: BankConnection;
}

async function sendVoid(ctx: Ctx, { refund, recordedAt, connection }: RefundCall): Promise<void> {
  let { sentAt } = refund;
  const permit = async (): Promise<boolean> => {
    const now = ctx.clock.now();
    if (now < nextDayEnd(refund.sentAt, refund.payment.terminal.dayEndLocal)) {
      return isVoidPending(ctx.db, refund.id);
    }
    sentAt = now;
    return restampVoid(ctx.db, refund.id, now);
  };
  const outcome = await connection.call(
    { kind: "void", ...placedOrderOf(refund.attempt), amountKurus: refund.amount },
    () => isPermitted(recordedAt, permit),
  );
  const sent = { ...refund, sentAt };
  if (isOfAnotherDay(ctx, sent, outcome)) await sendAsCredit(ctx, sent);
  else await recordRefund(ctx, { refund: sent, outcome });
}

async function sendCredit(ctx: Ctx, call: RefundCall): Promise<void> {
  const { refund, recordedAt, connection } = call;
  const baseline = await readRefundBaseline(ctx, call);
  if (baseline === null) return leaveUnsent(ctx, refund);
  let { sentAt } = refund;
  const permit = async (): Promise<boolean> => {
    sentAt = ctx.clock.now();
    return permitCredit(ctx.db, refund.id, { baseline: writeBaseline(baseline), sentAt });
  };
  const { attempt, amount, bankKey } = refund;
  const outcome = await connection.call(
    { kind: "credit", ...placedOrderOf(attempt), amountKurus: amount, refundKey: bankKey },
    () => isPermitted(recordedAt, permit),
  );
  await recordRefund(ctx, { refund: { ...refund, sentAt }, outcome });
}

/**
 * Whether a refund may leave now that its connection stands: the row is read again, and the send window is looked at last,
 * because a machine may be suspended at any line before.
 */
const isPermitted = async (recordedAt: MachineTime, permit: () => Promise<boolean>): Promise<boolean> =>
  isInSendWindow(recordedAt) && (await permit()) && isInSendWindow(recordedAt);

/** Nothing has left and nothing will: the inquiry declines the credit when that is certain. */
async function leaveUnsent(ctx: Ctx, refund: RefundWithPayment): Promise<void> {
  const plan = { unknownSince: ctx.clock.now(), nextInquiryAt: endOfSending(refund) };
  await planRefundInquiry(ctx.db, refund, plan);
  ctx.signals.refundUnknown(refund.id);
}

/** Whether the bank found nothing to void because the capture is of another day there than here (D-74). */
function isOfAnotherDay(ctx: Ctx, refund: RefundWithPayment, outcome: Outcome): boolean {
  if (outcome.kind !== "declined" || outcome.reason !== "nothing_to_void") return false;
  const { way, method, sentAt, payment } = refund;
  const { mode, dayEndLocal } = payment.terminal;
  const instants = [payment.capturedAt ?? payment.createdAt, sentAt, ctx.clock.now()];
  return goesOnAsCredit({ way, method, isDirect: mode === "direct_collection" }, dayEndLocal, instants);
}

/** The same refund as a credit, with a send window of its own. Nothing is sent where another process has ended it. */
async function sendAsCredit(ctx: Ctx, refund: RefundWithPayment): Promise<void> {
  const recordedAt = machineTime();
  const facts = { paymentCode: refund.paymentId, refundId: refund.id };
  ctx.log.info(facts, "The bank found nothing to void around its day-end: the refund goes on as a credit");
  if (await goOnAsCredit(ctx.db, refund, ctx.clock.now())) await send(ctx, refund.id, recordedAt);
}
