import type { OperationName } from "../settings";
import { insertRow, type Queryable } from "./database";

/**
 * The result of the bank's work, independent of whether its answer arrived. `nothing_done` means that a fault or a test
 * card ended the request before the work.
 */
export type JournalOutcome = "approved" | "declined" | "found" | "not_found" | "nothing_done";

/** `resolve` is PosNet's request for the meaning of a return. It is in the log, but faults do not apply to it. */
type JournalOperation = OperationName | "resolve";

export interface JournalEntry {
  readonly at: Date;
  readonly protocol: string;
  readonly operation: JournalOperation;
  readonly orderId: string;
  /** The amount in kuruş of the request, else the captured amount; null when neither is known. */
  readonly amountKurus: bigint | null;
  readonly outcome: JournalOutcome;
  readonly maskedPan: string | null;
}

/** Writes one line for a request that reached the bank. */
export async function writeJournal(db: Queryable, entry: JournalEntry): Promise<void> {
  const { orderId, amountKurus, maskedPan, ...same } = entry;
  await insertRow(db, "journal", {
    ...same,
    order_id: orderId,
    amount: amountKurus,
    masked_pan: maskedPan,
  });
}

/** Lists the lines, oldest first, of one order or of all orders. */
export async function listJournal(db: Queryable, orderId: string | null): Promise<JournalEntry[]> {
  const { rows } = await db.query<JournalEntry>(
    `select at, protocol, operation, order_id as "orderId", amount as "amountKurus", outcome,
       masked_pan as "maskedPan"
       from simulator.journal where $1::text is null or order_id = $1 order by id`,
    [orderId],
  );
  return rows;
}
