import type { HistoryRecord } from "@/server/banks/bank";
import type { MachineTime } from "@/server/domain/payments/send-window";
import { type Baseline, type CreditTotal, toBaseline } from "@/server/domain/refunds/refund-baseline";
import { findInHistory } from "@/server/domain/refunds/refund-history";
import { type RefundWithPayment, sumApprovedCredits } from "@/server/store/refunds/refunds";
import { fetchHistory } from "../banks/fetch-history";
import { type BankConnection, toPlacedOrder } from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { alertRefundMismatch } from "./alert-refund-mismatch";

export interface ReadRefundBaselineInput {
  readonly refund: RefundWithPayment;
  readonly connection: BankConnection;
  /** When the intent was recorded; after the send window the bank is not asked any more. */
  readonly recordedAt: MachineTime;
}

/**
 * Life of a refund, step 3 (before a credit): asks the bank for the order's history, at most three times, and returns
 * the credits that it shows (D-76), so that a lost answer can be recognised later by a line that was not there before.
 * Returns null when the credit must not be sent: the bank cannot be reached, or it has voided the order. Alerts staff
 * when the history does not match the books, unless it only lags behind them.
 */
export async function readRefundBaseline(ctx: Ctx, input: ReadRefundBaselineInput): Promise<Baseline | null> {
  const { refund } = input;
  const facts = { paymentCode: refund.paymentId, refundId: refund.id };
  const booked = await sumApprovedCredits(ctx.db, refund.paymentId);
  const { connection, recordedAt } = input;
  const order = toPlacedOrder(refund.attempt);
  const outcome = await fetchHistory(ctx, { order, connection, recordedAt });
  if (outcome === null) {
    ctx.log.warn(facts, "A credit was not sent because the history of its order could not be read first");
    return null;
  }
  if (outcome.kind === "not_found") return toBaseline([], booked);
  if (outcome.kind !== "history") {
    ctx.log.warn(facts, "A credit is sent although the history of its order could not be understood");
    return "unreadable";
  }
  const { records } = outcome;
  const baseline = toBaseline(records, booked);
  const isVoided = records.some(({ kind, approved }) => kind === "void" && approved);
  const isBehind = baseline === "unreadable";
  if (isBehind) ctx.log.warn(facts, "The bank's history before a credit shows less than the books hold");
  if (isVoided || (!isBehind && !isAsBooked(refund, records, booked))) await alertRefundMismatch(ctx, refund);
  if (!isVoided) return baseline;
  ctx.log.warn(facts, "A credit was not sent because the bank has voided its order");
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
