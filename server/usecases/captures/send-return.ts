import type { Outcome } from "@/server/banks/bank";
import { plusMs } from "@/server/domain/clock";
import { moneyCallTimeoutMs } from "@/server/domain/payments/inquiry";
import { isInSendWindow, type MachineTime } from "@/server/domain/payments/send-window";
import { type Baseline, baselineOf, writeBaseline } from "@/server/domain/refunds/refund-baseline";
import { isGivenBack } from "@/server/domain/refunds/refund-history";
import {
  getMoneyReturn,
  isReturnPending,
  type MoneyReturnWithPayment,
  planReturnInquiry,
  takeReturnCredit,
} from "@/server/store/captures/money-returns";
import { askHistory } from "../banks/ask-history";
import { type BankConnection, connectionOf, placedOrderOf } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { recordReturn, settleReturned } from "./record-return";

export interface SendReturnInput {
  readonly returnId: string;
  /** From before its intent was recorded, by both of the machine's clocks. */
  readonly recordedAt: MachineTime;
}

/**
 * Sends money back whose return is on record: once, never again (D-72). Never throws for what the bank does; whatever is not
 * a clear answer is left to the inquiry.
 */
export function sendReturn(ctx: Ctx, input: SendReturnInput): Promise<void> {
  const { returnId } = input;
  const sent = callBank(ctx, input).finally(() => ctx.openMoneyCalls.delete(returnId));
  ctx.openMoneyCalls.set(returnId, sent);
  ctx.background(sent);
  return sent;
}

async function callBank(ctx: Ctx, { returnId, recordedAt }: SendReturnInput): Promise<void> {
  const row = await getMoneyReturn(ctx.db, returnId);
  if (row.status !== "pending") return;
  const call: ReturnCall = { row, recordedAt, connection: connectionOf(ctx, row.attempt.connection) };
  if (row.method === "void") await sendVoid(ctx, call);
  else await sendCredit(ctx, call);
}

/** One return on its way to its bank. */
interface ReturnCall {
  readonly row: MoneyReturnWithPayment;
  readonly recordedAt: MachineTime;
  readonly connection: BankConnection;
}

/** The row is read again once the connection stands: nothing that another process has ended meanwhile is sent. */
async function sendVoid(ctx: Ctx, { row, recordedAt, connection }: ReturnCall): Promise<void> {
  const outcome = await connection.call(
    { kind: "void", ...placedOrderOf(row.attempt), amountKurus: row.amount },
    async () => (await isReturnPending(ctx.db, row.id)) && isInSendWindow(recordedAt),
  );
  await recordReturn(ctx, { row, outcome });
}

/**
 * Only a credit that the history did not show before is ours (D-76). Where it shows that the money went back already, by a
 * person at the bank or by a credit that was given up and done later, none is sent.
 */
async function sendCredit(ctx: Ctx, { row, recordedAt, connection }: ReturnCall): Promise<void> {
  const order = placedOrderOf(row.attempt);
  const history = await askHistory(ctx, { order, connection, recordedAt });
  if (history === null) return leaveUnsent(ctx, row);
  if (history.kind === "history" && isGivenBack(history.records, row.amount)) {
    return settleReturned(ctx, row, null);
  }
  const baseline = writeBaseline(baselineIn(history));
  const outcome = await connection.call(
    { kind: "credit", ...order, amountKurus: row.amount, refundKey: row.bankKey },
    async () => (await takeReturnCredit(ctx.db, row.id, baseline)) && isInSendWindow(recordedAt),
  );
  await recordReturn(ctx, { row, outcome });
}

/** The books hold no credit of this order: the merchant refunds no payment that has ended without money. */
function baselineIn(history: Outcome): Baseline {
  const booked = { creditCount: 0, creditedKurus: 0n };
  if (history.kind === "not_found") return baselineOf([], booked);
  return history.kind === "history" ? baselineOf(history.records, booked) : "unreadable";
}

/** Nothing has left and nothing will: the inquiry ends the return when that is certain. */
async function leaveUnsent(ctx: Ctx, { id, paymentId, createdAt }: MoneyReturnWithPayment): Promise<void> {
  ctx.log.warn(
    { paymentCode: paymentId, returnId: id },
    "Money was not sent back: its history could not be read",
  );
  const plan = { unknownSince: ctx.clock.now(), nextInquiryAt: plusMs(createdAt, moneyCallTimeoutMs) };
  await planReturnInquiry(ctx.db, id, plan);
}
