import type { Outcome } from "@/server/banks/bank";
import { plusMs } from "@/server/domain/clock";
import { isNotFoundFinal, moneyCallTimeoutMs, nextInquiryAt } from "@/server/domain/payments/inquiry";
import { neverSent } from "@/server/domain/payments/last-look";
import { readBaseline } from "@/server/domain/refunds/refund-baseline";
import { findInHistory, type HistoryVerdict, isGivenBack } from "@/server/domain/refunds/refund-history";
import {
  getMoneyReturn,
  type MoneyReturnWithPayment,
  planReturnInquiry,
} from "@/server/store/captures/money-returns";
import { claimReturnInquiry } from "@/server/store/operations/due";
import { connectionOf, placedOrderOf } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { returnDayEnd, settleNotReturned, settleReturned } from "./record-return";

/**
 * Asks the bank about money on its way back whose answer was lost, by the history of its order (D-72). False when there was
 * nothing to ask.
 */
export async function inquireReturn(ctx: Ctx, { returnId }: { returnId: string }): Promise<boolean> {
  await ctx.openMoneyCalls.get(returnId)?.catch(() => undefined);
  if (!(await claimReturnInquiry(ctx.db, returnId, ctx.clock.now()))) return false;
  const row = await getMoneyReturn(ctx.db, returnId);
  const connection = connectionOf(ctx, row.attempt.connection);
  if (isUnsent(ctx, row)) {
    await settleNotReturned(ctx, row, { declineReason: neverSent, bankCode: null });
    return true;
  }
  const askedAt = ctx.clock.now();
  const outcome = await connection.call({ kind: "history", ...placedOrderOf(row.attempt) });
  const verdict = verdictOn(row, outcome);
  if (verdict === "done") await settleReturned(ctx, row, null);
  else if (verdict === "not_done" && isNotFoundFinal(row.notFoundSeen, row.createdAt, askedAt)) {
    await settleNotReturned(ctx, row, { declineReason: "not_processed", bankCode: null });
  } else await keepAsking(ctx, row, verdict);
  return true;
}

/** A credit without a baseline was never permitted to be sent, and none is after this long (D-76). */
const isUnsent = (ctx: Ctx, { method, baseline, createdAt }: MoneyReturnWithPayment): boolean =>
  method === "credit" && baseline === null && ctx.clock.now() >= plusMs(createdAt, moneyCallTimeoutMs);

/** The order has no refunds of the merchant's: besides the sale, its history can only hold this return. */
function verdictOn(
  { method, amount: amountKurus, baseline }: MoneyReturnWithPayment,
  outcome: Outcome,
): HistoryVerdict {
  if (outcome.kind !== "history") return "unknown";
  if (method === "credit" && isGivenBack(outcome.records, amountKurus)) return "done";
  const books = { capturedKurus: amountKurus, creditCount: 0, creditedKurus: 0n };
  return findInHistory(outcome.records, books, { method, amountKurus, baseline: readBaseline(baseline) });
}

async function keepAsking(ctx: Ctx, row: MoneyReturnWithPayment, verdict: HistoryVerdict): Promise<void> {
  const now = ctx.clock.now();
  const unknownSince = row.unknownSince ?? now;
  const inquiries = row.inquiries + 1;
  await planReturnInquiry(ctx.db, row.id, {
    unknownSince,
    inquiries,
    notFoundSeen: row.notFoundSeen + (verdict === "not_done" ? 1 : 0),
    nextInquiryAt: nextInquiryAt(inquiries, unknownSince, now, returnDayEnd(row)),
  });
}
