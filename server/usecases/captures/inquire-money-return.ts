import type { Outcome } from "@/server/banks/bank";
import { plusMs } from "@/server/domain/clock";
import { isNotFoundFinal, moneyCallTimeoutMs, nextInquiryAt } from "@/server/domain/payments/inquiry";
import { neverSent } from "@/server/domain/payments/last-look";
import { readBaseline } from "@/server/domain/refunds/refund-baseline";
import { findInHistory, type HistoryVerdict, isGivenBack } from "@/server/domain/refunds/refund-history";
import { getMoneyReturn, type MoneyReturnWithPayment, planReturnInquiry } from "@/server/store/captures/money-returns";
import { claimMoneyReturnInquiry } from "@/server/store/operations/claims";
import { openBankConnection, toPlacedOrder } from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { findMoneyReturnDayEnd, markMoneyNotReturned, markMoneyReturned } from "./shared/money-return-outcome";

/**
 * Asks the bank about a return of money whose answer was lost, by the history of its order (D-72). Returns false if no
 * inquiry was due or another process made it.
 */
export async function inquireMoneyReturn(ctx: Ctx, { returnId }: { returnId: string }): Promise<boolean> {
  await ctx.openMoneyCalls.get(returnId)?.catch(() => undefined);
  if (!(await claimMoneyReturnInquiry(ctx.db, returnId, ctx.clock.now()))) return false;
  const row = await getMoneyReturn(ctx.db, returnId);
  const connection = openBankConnection(ctx, row.attempt.connection);
  if (isUnsent(ctx, row)) {
    await markMoneyNotReturned(ctx, row, { declineReason: neverSent, bankCode: null });
    return true;
  }
  const askedAt = ctx.clock.now();
  const outcome = await connection.call({ kind: "history", ...toPlacedOrder(row.attempt) });
  const verdict = judgeHistory(row, outcome);
  if (verdict === "done") await markMoneyReturned(ctx, row, null);
  else if (verdict === "not_done" && isNotFoundFinal(row.notFoundSeen, row.createdAt, askedAt)) {
    await markMoneyNotReturned(ctx, row, { declineReason: "not_processed", bankCode: null });
  } else await planNextInquiry(ctx, row, verdict);
  return true;
}

/**
 * Whether the credit was never sent: without a stored baseline it was not permitted, and its send window has ended
 * (D-76).
 */
const isUnsent = (ctx: Ctx, { method, baseline, createdAt }: MoneyReturnWithPayment): boolean =>
  method === "credit" && baseline === null && ctx.clock.now() >= plusMs(createdAt, moneyCallTimeoutMs);

/**
 * Judges from the order's history whether the return was done. The merchant cannot refund a payment that ended without
 * money, so apart from the sale the history can only hold this return.
 */
function judgeHistory(
  { method, amount: amountKurus, baseline }: MoneyReturnWithPayment,
  outcome: Outcome,
): HistoryVerdict {
  if (outcome.kind !== "history") return "unknown";
  if (method === "credit" && isGivenBack(outcome.records, amountKurus)) return "done";
  const books = { capturedKurus: amountKurus, creditCount: 0, creditedKurus: 0n };
  return findInHistory(outcome.records, books, { method, amountKurus, baseline: readBaseline(baseline) });
}

async function planNextInquiry(ctx: Ctx, row: MoneyReturnWithPayment, verdict: HistoryVerdict): Promise<void> {
  const now = ctx.clock.now();
  const unknownSince = row.unknownSince ?? now;
  const inquiries = row.inquiries + 1;
  await planReturnInquiry(ctx.db, row.id, {
    unknownSince,
    inquiries,
    notFoundSeen: row.notFoundSeen + (verdict === "not_done" ? 1 : 0),
    nextInquiryAt: nextInquiryAt(inquiries, unknownSince, now, findMoneyReturnDayEnd(row)),
  });
}
