import type { HistoryRecord } from "@/server/banks/bank";
import type { MachineTime } from "@/server/domain/payments/send-window";
import { type Baseline, baselineOf, type CreditTotal } from "@/server/domain/refunds/refund-baseline";
import { findInHistory } from "@/server/domain/refunds/refund-history";
import { type RefundWithPayment, sumApprovedCredits } from "@/server/store/refunds/refunds";
import { askHistory } from "../banks/ask-history";
import { type BankConnection, placedOrderOf } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { alertRefundMismatch } from "./alert-refund-mismatch";

export interface ReadRefundBaselineInput {
  readonly refund: RefundWithPayment;
  readonly connection: BankConnection;
  /** When the intent was recorded: beyond the send window nothing is asked any more. */
  readonly recordedAt: MachineTime;
}

/**
 * Asks the bank for the order's history before a credit is sent, at most three times, and answers which credits it shows
 * (D-76). Null where the credit must not be sent: the bank cannot be reached, or it has voided the order. Staff are
 * alerted where a history is not what the books hold, unless it only lags behind them.
 */
export async function readRefundBaseline(ctx: Ctx, input: ReadRefundBaselineInput): Promise<Baseline | null> {
  const { refund } = input;
  const facts = { paymentCode: refund.paymentId, refundId: refund.id };
  const booked = await sumApprovedCredits(ctx.db, refund.paymentId);
  const { connection, recordedAt } = input;
  const order = placedOrderOf(refund.attempt);
  const outcome = await askHistory(ctx, { order, connection, recordedAt });
  if (outcome === null) {
    ctx.log.warn(facts, "A credit was not sent: the history of its order could not be read before it");
    return null;
  }
  if (outcome.kind === "not_found") return baselineOf([], booked);
  if (outcome.kind !== "history") {
    ctx.log.warn(facts, "A credit is sent without a reading of its order's history");
    return "unreadable";
  }
  const { records } = outcome;
  const baseline = baselineOf(records, booked);
  const isVoided = records.some(({ kind, approved }) => kind === "void" && approved);
  const isBehind = baseline === "unreadable";
  if (isBehind) ctx.log.warn(facts, "The history before a credit shows less than the books hold");
  if (isVoided || (!isBehind && !isAsBooked(refund, records, booked))) await alertRefundMismatch(ctx, refund);
  if (!isVoided) return baseline;
  ctx.log.warn(facts, "A credit was not sent: the bank has voided its order");
  return null;
}

const isAsBooked = (
  { payment, amount: amountKurus }: RefundWithPayment,
  records: readonly HistoryRecord[],
  booked: CreditTotal,
): boolean => {
  const books = { capturedKurus: payment.amount, ...booked };
  return findInHistory(records, books, { method: "credit", amountKurus, baseline: null }) === "not_done";
};
