import { plusMs } from "@/server/domain/clock";
import { newId } from "@/server/domain/ids";
import type { Db } from "../db";
import { rowsKeptMs, trimRows } from "../kept-rows";

/** A message to or from a bank, fit to be shown: card data and secrets are replaced. */
export interface BankMessage {
  readonly terminalId: string;
  /** An operation, or `form` and `return` for what the browser carries. */
  readonly operation: string;
  readonly orderId: string;
  readonly request: string;
  readonly response: string | null;
  readonly httpStatus: number | null;
  readonly outcome: string;
  readonly cause: string | null;
  readonly durationMs: number;
}

/** A message with when it was noted. */
export type NotedMessage = BankMessage & { readonly at: Date };

/** So many of a terminal are kept, the newest. */
export const messagesPerTerminalMax = 500;

/** Keeps messages in one statement, and of each of their terminals the newest. Those of a terminal that is gone are left out. */
export async function insertBankMessages(db: Db, messages: readonly NotedMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const column = <T>(of: (message: NotedMessage) => T): T[] => messages.map(of);
  // In the order of their ids those of one instant stay in order.
  const ids = column(({ at }) => newId("bankMessage", at)).sort();
  await db.pool.query({
    name: "insert-bank-messages",
    text: insertSql,
    values: [
      ids,
      column(({ terminalId }) => terminalId),
      column(({ at }) => at),
      column(({ operation }) => operation),
      column(({ orderId }) => orderId),
      column(({ request }) => request),
      column(({ response }) => response),
      column(({ httpStatus }) => httpStatus),
      column(({ outcome }) => outcome),
      column(({ cause }) => cause),
      column(({ durationMs }) => durationMs),
    ],
  });
  const owners = [...new Set(column(({ terminalId }) => terminalId))];
  await trimRows(db, "bank_message", { owners, countMax: messagesPerTerminalMax });
}

const insertSql = `
  insert into bank_message
    (id, terminal_id, at, operation, order_id, request, response, http_status, outcome, cause, duration_ms)
  select g.* from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[],
                         $8::int[], $9::text[], $10::text[], $11::int[])
           as g(id, terminal_id, at, operation, order_id, request, response, http_status, outcome, cause, duration_ms)
    join terminal t on t.id = g.terminal_id`;

/** What of a terminal's trace is asked for. */
export interface TraceFilter {
  readonly terminalId: string;
  /** Of one order; of all when null. */
  readonly orderId: string | null;
  readonly now: Date;
  readonly countMax: number;
}

/** A terminal's latest messages of the last seven days, newest last. */
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
