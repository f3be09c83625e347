import type { Outcome } from "@/server/banks/bank";
import { plusMs } from "@/server/domain/clock";
import { moneyCallTimeoutMs } from "@/server/domain/payments/inquiry";
import { isInSendWindow, type MachineTime } from "@/server/domain/payments/send-window";
import { type Baseline, toBaseline, writeBaseline } from "@/server/domain/refunds/refund-baseline";
import { isGivenBack } from "@/server/domain/refunds/refund-history";
import {
  getMoneyReturn,
  isReturnPending,
  type MoneyReturnWithPayment,
  permitReturnCredit,
  planReturnInquiry,
} from "@/server/store/captures/money-returns";
import { fetchHistory } from "../banks/fetch-history";
import { type BankConnection, openBankConnection, toPlacedOrder } from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { recordMoneyReturn } from "./record-money-return";
import { markMoneyReturned } from "./shared/money-return-outcome";

export interface SendMoneyReturnInput {
  readonly returnId: string;
  /** A reading of both machine clocks from before the intent was recorded; the send window begins here. */
  readonly recordedAt: MachineTime;
}

/**
 * Sends a return whose intent is recorded: once, and never again (D-72). It does not throw because of the bank's
 * behaviour; an unclear answer is left to the inquiry.
 */
export function sendMoneyReturn(ctx: Ctx, input: SendMoneyReturnInput): Promise<void> {
  const { returnId } = input;
  const sent = callBank(ctx, input).finally(() => ctx.openMoneyCalls.delete(returnId));
  ctx.openMoneyCalls.set(returnId, sent);
  ctx.background(sent);
  return sent;
}

async function callBank(ctx: Ctx, { returnId, recordedAt }: SendMoneyReturnInput): Promise<void> {
  const row = await getMoneyReturn(ctx.db, returnId);
  if (row.status !== "pending") return;
  const call: MoneyReturnCall = { row, recordedAt, connection: openBankConnection(ctx, row.attempt.connection) };
  if (row.method === "void") await sendVoid(ctx, call);
  else await sendCredit(ctx, call);
}

/** A return with what its call to the bank needs. */
interface MoneyReturnCall {
  readonly row: MoneyReturnWithPayment;
  readonly recordedAt: MachineTime;
  readonly connection: BankConnection;
}

/**
 * Sends the void. The row is read again after the connection is established, so a return that has ended is not sent.
 */
async function sendVoid(ctx: Ctx, { row, recordedAt, connection }: MoneyReturnCall): Promise<void> {
  const outcome = await connection.call(
    { kind: "void", ...toPlacedOrder(row.attempt), amountKurus: row.amount },
    async () => (await isReturnPending(ctx.db, row.id)) && isInSendWindow(recordedAt, ctx.realTime),
  );
  await recordMoneyReturn(ctx, { row, outcome });
}

/**
 * Sends the credit. The order's history is read and stored first, because only a credit that it did not show before is
 * ours (D-76). If the history shows that the money has already gone back, by a person at the bank or by a given-up
 * credit that the bank did later, nothing is sent.
 */
async function sendCredit(ctx: Ctx, { row, recordedAt, connection }: MoneyReturnCall): Promise<void> {
  const order = toPlacedOrder(row.attempt);
  const history = await fetchHistory(ctx, { order, connection, recordedAt });
  if (history === null) return leaveUnsent(ctx, row);
  if (history.kind === "history" && isGivenBack(history.records, row.amount)) {
    return markMoneyReturned(ctx, row, null);
  }
  const baseline = writeBaseline(toHistoryBaseline(history));
  const outcome = await connection.call(
    { kind: "credit", ...order, amountKurus: row.amount, refundKey: row.bankKey },
    async () => (await permitReturnCredit(ctx.db, row.id, baseline)) && isInSendWindow(recordedAt, ctx.realTime),
  );
  await recordMoneyReturn(ctx, { row, outcome });
}

/**
 * Returns the history's baseline. Our books hold no credit: the merchant cannot refund a payment that ended without
 * money.
 */
function toHistoryBaseline(history: Outcome): Baseline {
  const booked = { creditCount: 0, creditedKurus: 0n };
  if (history.kind === "not_found") return toBaseline([], booked);
  return history.kind === "history" ? toBaseline(history.records, booked) : "unreadable";
}

/** Leaves a return unsent. The inquiry ends it as soon as its send window has certainly ended. */
async function leaveUnsent(ctx: Ctx, { id, paymentId, createdAt }: MoneyReturnWithPayment): Promise<void> {
  ctx.log.warn({ paymentCode: paymentId, returnId: id }, "Money was not sent back: its history could not be read");
  const plan = { unknownSince: ctx.clock.now(), nextInquiryAt: plusMs(createdAt, moneyCallTimeoutMs) };
  await planReturnInquiry(ctx.db, id, plan);
}
