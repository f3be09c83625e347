import type { Outcome } from "@/server/banks/bank";
import { readBaseline } from "@/server/domain/refunds/refund-baseline";
import { findInHistory, findRefundLine, type HistoryVerdict } from "@/server/domain/refunds/refund-history";
import { isCreditCorrectedSince } from "@/server/store/corrections/corrections";
import { type RefundWithPayment, sumApprovedCredits } from "@/server/store/refunds/refunds";
import type { Ctx } from "@/server/usecases/ctx";
import type { recordRefundApproved } from "./refund-outcome";

/** Compares the bank's history with what the books hold now and says whether it shows the refund. */
export async function judgeHistory(ctx: Ctx, refund: RefundWithPayment, outcome: Outcome): Promise<HistoryVerdict> {
  if (outcome.kind === "not_found") return "differs";
  if (outcome.kind !== "history") return "unknown";
  const books = {
    capturedKurus: refund.payment.amount,
    ...(await sumApprovedCredits(ctx.db, refund.paymentId)),
    isCorrected: await isCreditCorrectedSince(ctx.db, refund.paymentId, refund.createdAt),
  };
  return findInHistory(outcome.records, books, toSought(refund));
}

const toSought = ({ method, amount: amountKurus, baseline }: RefundWithPayment) => ({
  method,
  amountKurus,
  baseline: readBaseline(baseline),
});

/**
 * Returns the references and the instant that the refund's line in the history names. A void takes no references,
 * because some banks show the references of its sale there.
 */
export function findBankFacts(outcome: Outcome, refund: RefundWithPayment): Parameters<typeof recordRefundApproved>[2] {
  const line = outcome.kind === "history" ? findRefundLine(outcome.records, toSought(refund)) : null;
  return {
    ...(line?.references && refund.method === "credit" && { references: line.references }),
    ...(line?.at && { at: line.at }),
  };
}
