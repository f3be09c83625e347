import { plusMs } from "@/server/domain/clock";
import { newId } from "@/server/domain/ids";
import type { Db } from "../db";
import { rowsKeptMs, trimRows } from "../kept-rows";
import { prepareStatement, recordTable } from "../named-sql";

/** A message to or from a bank as it may be shown: card data and secrets are redacted. */
export interface BankMessage {
  readonly terminalId: string;
  /** The bank operation, or `form` and `return` for the forms that the browser carries. */
  readonly operation: string;
  readonly orderId: string;
  readonly request: string;
  readonly response: string | null;
  readonly httpStatus: number | null;
  readonly outcome: string;
  readonly cause: string | null;
  readonly durationMs: number;
}

/** A message with the instant at which it was recorded. */
export type NotedMessage = BankMessage & { readonly at: Date };

/** The number of newest messages that are kept of a terminal. */
export const messagesPerTerminalMax = 500;

/**
 * Inserts messages in one statement and trims their terminals to the newest ones. Skips messages of deleted terminals.
 */
export async function insertBankMessages(db: Db, messages: readonly NotedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  // Sorted ids keep messages of the same instant in their order.
  const ids = messages.map(({ at }) => newId(db.random, "bankMessage", at)).sort();
  await db.pool.query(insertStatement({ ...given.values(messages), id: ids }));
  const owners = [...new Set(messages.map(({ terminalId }) => terminalId))];
  await trimRows(db, "bank_message", { owners, countMax: messagesPerTerminalMax });
}

const given = recordTable<NotedMessage>("g", {
  id: ["text", () => null],
  terminal_id: ["text", ({ terminalId }) => terminalId],
  at: ["timestamptz", ({ at }) => at],
  operation: ["text", ({ operation }) => operation],
  order_id: ["text", ({ orderId }) => orderId],
  request: ["text", ({ request }) => request],
  response: ["text", ({ response }) => response],
  http_status: ["int", ({ httpStatus }) => httpStatus],
  outcome: ["text", ({ outcome }) => outcome],
  cause: ["text", ({ cause }) => cause],
  duration_ms: ["int", ({ durationMs }) => durationMs],
});

const insertStatement = prepareStatement(
  "insert-bank-messages",
  `insert into bank_message (${given.names})
   select g.* from ${given.sql} join terminal t on t.id = g.terminal_id`,
);

/** The selection of a terminal's trace. */
export interface TraceFilter {
  readonly terminalId: string;
  /** The bank order id; null selects the messages of all orders. */
  readonly orderId: string | null;
  readonly now: Date;
  readonly countMax: number;
}

/** Lists a terminal's latest messages of the last seven days, the newest last. */
export async function listBankMessages(db: Db, filter: TraceFilter) {
  const { terminalId, orderId, now, countMax } = filter;
  const rows = await db.prisma.bankMessage.findMany({
    where: {
      terminalId,
      at: { gt: plusMs(now, -rowsKeptMs) },
      ...(orderId !== null && { orderId }),
    },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: countMax,
  });
  return rows.reverse();
}
