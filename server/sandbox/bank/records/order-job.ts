import type { Answer } from "../answer";
import type { Circumstances, Done } from "../operation";
import type { OperationName } from "../settings";
import type { OrderKey } from "./authentications";
import type { Queryable } from "./database";
import type { LedgerResult, Told } from "./ledger";
import { type OrderRecord, readRecord } from "./orders";

/** An operation of a bank whose orders are not prepared. */
export type OrderOperation = Exclude<OperationName, "prepare">;

/** One operation on an order, as a merchant's server has asked for it. */
export interface OrderJob<Message> extends Circumstances {
  readonly tx: Queryable;
  readonly key: OrderKey;
  readonly message: Message;
  /** Kuruş; null when the message names no amount. */
  readonly amountKurus: bigint | null;
}

/** What a sale, a void or a credit leaves behind, and its answer unless that gets lost. */
export async function report<Reason>(
  { tx, key, amountKurus }: OrderJob<unknown>,
  result: LedgerResult<Reason>,
  answer: (told: Told<Reason>, record: OrderRecord) => Answer,
): Promise<Done> {
  if (result.kind === "lost") return { outcome: "nothing_done", amountKurus, maskedPan: null, answer: null };
  const record = await readRecord(tx, key);
  const isLost = result.kind === "approved" && result.answerIsLost;
  return {
    outcome: result.kind === "approved" ? "approved" : "declined",
    amountKurus: result.transaction?.amountKurus ?? amountKurus,
    maskedPan: result.transaction?.maskedPan ?? record.order?.maskedPan ?? null,
    answer: isLost ? null : answer(result, record),
  };
}

/** What a look at an order's record leaves behind, and its answer. */
export async function look(
  tx: Queryable,
  key: OrderKey,
  answer: (record: OrderRecord) => Answer | Promise<Answer>,
): Promise<Done> {
  const record = await readRecord(tx, key);
  const last = record.transactions.at(-1);
  return {
    outcome: last === undefined ? "not_found" : "found",
    amountKurus: record.order?.capturedKurus ?? last?.amountKurus ?? null,
    maskedPan: last?.maskedPan ?? null,
    answer: await answer(record),
  };
}
