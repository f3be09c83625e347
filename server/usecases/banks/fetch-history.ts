import type { Outcome, PlacedOrder, UnknownCause } from "@/server/banks/bank";
import { isInSendWindow, type MachineTime } from "@/server/domain/payments/send-window";
import type { Ctx } from "../ctx";
import type { BankConnection } from "./shared/bank-connection";

export interface FetchHistoryInput {
  readonly order: PlacedOrder;
  readonly connection: BankConnection;
  /**
   * When the intent of the credit was recorded, by both machine clocks. After its send window the bank is not asked.
   */
  readonly recordedAt: MachineTime;
}

/**
 * Fetches an order's history from the bank before a credit is sent (D-76), with at most three tries. Returns null if no
 * answer came in time; then the credit must not be sent.
 */
export async function fetchHistory(
  ctx: Ctx,
  { order, connection, recordedAt }: FetchHistoryInput,
): Promise<Outcome | null> {
  let last: Extract<Outcome, { kind: "unknown" }> | null = null;
  for (const pauseMs of [0, ...ctx.historyPausesMs]) {
    if (pauseMs > 0) await ctx.realTime.sleep(pauseMs);
    if (!isInSendWindow(recordedAt, ctx.realTime)) return null;
    const outcome = await connection.call({ kind: "history", ...order });
    if (outcome.kind !== "unknown" || !passingCauses.has(outcome.cause)) return outcome;
    last = outcome;
  }
  return last !== null && transportCauses.has(last.cause) ? null : last;
}

/** The causes in which no answer of the bank arrived. */
const transportCauses: ReadonlySet<UnknownCause> = new Set(["timeout", "connection", "withdrawn", "http_status"]);

/** The causes that a retry may resolve; `unreadable` includes a connection that broke within the answer. */
const passingCauses: ReadonlySet<UnknownCause> = new Set([...transportCauses, "unreadable"]);
