import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome, PlacedOrder, UnknownCause } from "@/server/banks/bank";
import { isInSendWindow, type MachineTime } from "@/server/domain/payments/send-window";
import type { Ctx } from "../ctx";
import type { BankConnection } from "./bank-connection";

export interface AskHistoryInput {
  readonly order: PlacedOrder;
  readonly connection: BankConnection;
  /** When the intent of the credit was recorded: beyond the send window nothing is asked any more. */
  readonly recordedAt: MachineTime;
}

/**
 * Asks the bank for an order's history before a credit is sent (D-76), at most three times, and answers what it said. Null
 * where no answer came in time: the credit must not be sent then.
 */
export async function askHistory(
  ctx: Ctx,
  { order, connection, recordedAt }: AskHistoryInput,
): Promise<Outcome | null> {
  let last: Extract<Outcome, { kind: "unknown" }> | null = null;
  for (const pauseMs of [0, ...ctx.historyPausesMs]) {
    if (pauseMs > 0) await sleep(pauseMs);
    if (!isInSendWindow(recordedAt)) return null;
    const outcome = await connection.call({ kind: "history", ...order });
    if (outcome.kind !== "unknown" || !passingCauses.has(outcome.cause)) return outcome;
    last = outcome;
  }
  return last !== null && transportCauses.has(last.cause) ? null : last;
}

/** Causes for which no answer of the bank came. */
const transportCauses: ReadonlySet<UnknownCause> = new Set([
  "timeout",
  "connection",
  "withdrawn",
  "http_status",
]);

/** Causes that may pass when the bank is asked again: a connection that breaks within the answer is `unreadable`. */
const passingCauses: ReadonlySet<UnknownCause> = new Set([...transportCauses, "unreadable"]);
