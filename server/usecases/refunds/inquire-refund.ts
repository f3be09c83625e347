import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { isNotFoundFinal, nextInquiryAt } from "@/server/domain/payments/inquiry";
import { readBaseline } from "@/server/domain/refunds/refund-baseline";
import { findInHistory, findLineOf, type HistoryVerdict } from "@/server/domain/refunds/refund-history";
import { isCreditCorrectedSince } from "@/server/store/corrections/corrections";
import { claimRefundInquiry } from "@/server/store/operations/due";
import {
  getRefund,
  planRefundInquiry,
  type RefundWithPayment,
  sumApprovedCredits,
} from "@/server/store/refunds/refunds";
import { connectionOf, placedOrderOf } from "../banks/bank-connection";
import type { Ctx } from "../ctx";
import { alertRefundMismatch } from "./alert-refund-mismatch";
import { dayEndOf, endOfSending, notDone, settleApproved, settleDeclined } from "./record-refund";

/**
 * Asks the bank what became of a refund whose answer was lost, by the history of its order (D-46). False when there was
 * nothing to ask.
 */
export async function inquireRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<boolean> {
  await ctx.openMoneyCalls.get(refundId)?.catch(() => undefined);
  if (!(await claimRefundInquiry(ctx.db, refundId, ctx.clock.now()))) return false;
  const refund = await getRefund(ctx.db, refundId);
  if (isUnsent(refund)) {
    await endUnsent(ctx, refund);
    return true;
  }
  const connection = connectionOf(ctx, refund.attempt.connection);
  const askedAt = ctx.clock.now();
  const outcome = await connection.call({ kind: "history", ...placedOrderOf(refund.attempt) });
  const verdict = await verdictOn(ctx, refund, outcome);
  if (verdict === "done") await settleApproved(ctx, refund, findingIn(outcome, refund));
  else await keepAsking(ctx, refund, verdict, askedAt);
  return true;
}

/** A credit without a reading of the history before it was never sent: one statement stores it and lets it be sent. */
const isUnsent = ({ method, baseline }: RefundWithPayment): boolean =>
  method === "credit" && baseline === null;

/**
 * Declines a credit that was never sent, as soon as it cannot be sent any more; the compare-and-set holds even against a
 * process that believes it can. The bank is asked nothing: it has nothing to tell.
 */
async function endUnsent(ctx: Ctx, refund: RefundWithPayment): Promise<void> {
  const now = ctx.clock.now();
  const endsAt = endOfSending(refund);
  if (now < endsAt) {
    const unknownSince = refund.unknownSince ?? now;
    await planRefundInquiry(ctx.db, refund, { unknownSince, nextInquiryAt: endsAt });
    return;
  }
  ctx.log.warn({ paymentCode: refund.paymentId, refundId: refund.id }, "A credit was never sent: declined");
  await settleDeclined(ctx, refund, { failureCode: "not_processed", bankCode: null }, "unsent");
}

/** What the bank's history says of a refund, against what the books hold at this moment. */
export async function verdictOn(
  ctx: Ctx,
  refund: RefundWithPayment,
  outcome: Outcome,
): Promise<HistoryVerdict> {
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

/** What the refund's line in the history says of it: a void takes no references, because some banks show its sale's. */
function findingIn(outcome: Outcome, refund: RefundWithPayment): Parameters<typeof settleApproved>[2] {
  const line = outcome.kind === "history" ? findLineOf(outcome.records, toSought(refund)) : null;
  return {
    ...(line?.references && refund.method === "credit" && { references: line.references }),
    ...(line?.at && { at: line.at }),
  };
}

/** Unless the bank has had its last word, it is asked again. */
async function keepAsking(
  ctx: Ctx,
  refund: RefundWithPayment,
  verdict: Exclude<HistoryVerdict, "done">,
  askedAt: Date,
): Promise<void> {
  const isFinal = isNotFoundFinal(refund.notFoundSeen, refund.sentAt, askedAt);
  if (verdict === "not_done" && isFinal) return giveUp(ctx, refund);
  const now = ctx.clock.now();
  const unknownSince = refund.unknownSince ?? now;
  const inquiries = refund.inquiries + 1;
  const notFoundSeen = refund.notFoundSeen + (verdict === "not_done" ? 1 : 0);
  const next = nextInquiryAt(inquiries, unknownSince, now, dayEndOf(refund));
  const plan = { unknownSince, inquiries, notFoundSeen, nextInquiryAt: next };
  const isPending = await planRefundInquiry(ctx.db, refund, plan);
  // Resolved while the bank was asked, the books have moved on: that they differ from its answer says nothing then.
  if (verdict === "differs" && isPending) await alertRefundMismatch(ctx, refund);
}

/**
 * The bank has not done it, seen twice: it is declined, also a void whose day has ended meanwhile. Only the bank's own
 * refusal lets a void go on as a credit (D-74), because what has no answer may still be done. The bank is asked once more at day-end.
 */
function giveUp(ctx: Ctx, refund: RefundWithPayment): Promise<void> {
  const now = ctx.clock.now();
  const recheckAt = nextDayEnd(now, refund.payment.terminal.dayEndLocal);
  return settleDeclined(ctx, refund, { failureCode: notDone(ctx, refund), bankCode: null, recheckAt });
}
