import type { Outcome } from "@/server/banks/bank";
import { isInSendWindow, type MachineTime } from "@/server/domain/send-window";
import { getMoneyReturn, isReturnPending, type MoneyReturnWithPayment } from "@/server/store/money-returns";
import { type BankConnection, connectionOf, placedOrderOf } from "./bank-connection";
import type { Ctx } from "./ctx";
import { recordReturn } from "./record-return";

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
  const connection = connectionOf(ctx, row.attempt.connection);
  const outcome = await send(ctx, connection, row, recordedAt);
  await recordReturn(ctx, { row, outcome });
}

/** The row is read again once the connection stands: nothing that another process has ended meanwhile is sent. */
function send(
  ctx: Ctx,
  connection: BankConnection,
  { id, method, amount: amountKurus, bankKey, attempt }: MoneyReturnWithPayment,
  recordedAt: MachineTime,
): Promise<Outcome> {
  const order = { ...placedOrderOf(attempt), amountKurus };
  const maySend = async () => (await isReturnPending(ctx.db, id)) && isInSendWindow(recordedAt);
  return method === "void"
    ? connection.call({ kind: "void", ...order }, maySend)
    : connection.call({ kind: "credit", ...order, refundKey: bankKey }, maySend);
}
