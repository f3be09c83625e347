import type { OperationName } from "../settings";
import { insertRow, type Queryable } from "./database";

/**
 * What the bank did, whatever became of its answer. `nothing_done`: the request came, and a fault or a card that
 * loses answers ended it before anything was written.
 */
export type JournalOutcome = "approved" | "declined" | "found" | "not_found" | "nothing_done";

/** `resolve` is PosNet's question what a return says: it stands in the log, and no fault can be switched on for it. */
export type JournalOperation = OperationName | "resolve";

export interface JournalEntry {
  readonly at: Date;
  readonly protocol: string;
  readonly operation: JournalOperation;
  readonly orderId: string;
  /** Kuruş: of the request, or what was captured when the request names none; null when neither is known. */
  readonly amountKurus: bigint | null;
  readonly outcome: JournalOutcome;
  readonly maskedPan: string | null;
}

/** Writes down one request that reached the bank. */
export async function writeJournal(db: Queryable, entry: JournalEntry): Promise<void> {
  const { orderId, amountKurus, maskedPan, ...same } = entry;
  await insertRow(db, "journal", {
    ...same,
    order_id: orderId,
    amount: amountKurus,
    masked_pan: maskedPan,
  });
}

/** Oldest first; all orders when none is named. */
export async function listJournal(db: Queryable, orderId: string | null): Promise<JournalEntry[]> {
  const { rows } = await db.query<JournalEntry>(
    `select at, protocol, operation, order_id as "orderId", amount as "amountKurus", outcome,
       masked_pan as "maskedPan"
       from simulator.journal where $1::text is null or order_id = $1 order by id`,
    [orderId],
  );
  return rows;
}
