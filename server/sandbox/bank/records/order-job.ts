import type { Answer } from "../answer";
import type { Circumstances, OperationResult } from "../operation";
import type { OperationName } from "../settings";
import type { OrderKey } from "./authentications";
import type { Queryable } from "./database";
import type { LedgerResult, ReportedResult } from "./ledger";
import { type OrderRecord, readRecord } from "./orders";

/** An operation of a bank that has no encrypt step before the bank's page. */
export type OrderOperation = Exclude<OperationName, "prepare">;

/** One operation on an order that a merchant's server has requested. */
export interface OrderJob<Message> extends Circumstances {
  readonly tx: Queryable;
  readonly key: OrderKey;
  readonly message: Message;
  /** The amount in kuruş; null when the message has none. */
  readonly amountKurus: bigint | null;
}

/** Builds the journal facts and the answer of a sale, a void or a credit; the answer is null when it is lost. */
export async function reportResult<Reason>(
  { tx, key, amountKurus }: OrderJob<unknown>,
  result: LedgerResult<Reason>,
  answer: (result: ReportedResult<Reason>, record: OrderRecord) => Answer,
): Promise<OperationResult> {
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

/** Builds the journal facts and the answer of an inquiry or a history. */
export async function reportRecord(
  tx: Queryable,
  key: OrderKey,
  answer: (record: OrderRecord) => Answer | Promise<Answer>,
): Promise<OperationResult> {
  const record = await readRecord(tx, key);
  const last = record.transactions.at(-1);
  return {
    outcome: last === undefined ? "not_found" : "found",
    amountKurus: record.order?.capturedKurus ?? last?.amountKurus ?? null,
    maskedPan: last?.maskedPan ?? null,
    answer: await answer(record),
  };
}
