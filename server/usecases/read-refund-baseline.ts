import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome, UnknownCause } from "@/server/banks/bank";
import { type Baseline, baselineOf } from "@/server/domain/refund-baseline";
import { findInHistory } from "@/server/domain/refund-history";
import { isInSendWindow, type MachineTime } from "@/server/domain/send-window";
import { type RefundWithPayment, sumApprovedCredits } from "@/server/store/refunds";
import { type BankConnection, placedOrderOf } from "./bank-connection";
import type { Ctx } from "./ctx";
import { alertMismatch } from "./refund-mismatch";

export interface ReadRefundBaselineInput {
  readonly refund: RefundWithPayment;
  readonly connection: BankConnection;
  /** When the intent was recorded: beyond the send window nothing is asked any more. */
  readonly recordedAt: MachineTime;
}

/**
 * Asks the bank for the order's history before a credit is sent, at most three times, and answers which credits it shows
 * (D-76). Null where the credit must not be sent: the bank cannot be reached, or it has voided the order. A history that is
 * not what the books hold is told to a person.
 */
export async function readRefundBaseline(ctx: Ctx, input: ReadRefundBaselineInput): Promise<Baseline | null> {
  const { refund } = input;
  const facts = { paymentCode: refund.paymentId, refundId: refund.id };
  const booked = await sumApprovedCredits(ctx.db, refund.paymentId);
  const outcome = await askHistory(ctx, input);
  if (outcome === null) {
    ctx.log.warn(facts, "A credit was not sent: the history of its order could not be read before it");
    return null;
  }
  if (outcome.kind === "not_found") return { credits: [], booked };
  if (outcome.kind !== "history") {
    ctx.log.warn(facts, "A credit is sent without a reading of its order's history");
    return "unreadable";
  }
  const books = { capturedKurus: refund.payment.amount, ...booked };
  const verdict = findInHistory(outcome.records, books, {
    method: "credit",
    amountKurus: refund.amount,
    baseline: null,
  });
  if (verdict !== "not_done") await alertMismatch(ctx, refund);
  if (outcome.records.some(({ kind, approved }) => kind === "void" && approved)) {
    ctx.log.warn(facts, "A credit was not sent: the bank has voided its order");
    return null;
  }
  return baselineOf(outcome.records, booked);
}

/** The bank's answer, whatever it is; null where none came in time. */
async function askHistory(
  ctx: Ctx,
  { refund, connection, recordedAt }: ReadRefundBaselineInput,
): Promise<Outcome | null> {
  let last: Extract<Outcome, { kind: "unknown" }> | null = null;
  for (const pauseMs of [0, ...ctx.historyPausesMs]) {
    if (pauseMs > 0) await sleep(pauseMs);
    if (!isInSendWindow(recordedAt)) return null;
    const outcome = await connection.call({ kind: "history", ...placedOrderOf(refund.attempt) });
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
