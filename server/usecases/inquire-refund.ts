import type { BankReferences, HistoryRecord, Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { isNotFoundFinal, nextInquiryAt } from "@/server/domain/inquiry";
import { findInHistory } from "@/server/domain/refund-history";
import { raiseAlert } from "@/server/store/alerts";
import { claimRefundInquiry } from "@/server/store/due";
import {
  getRefund,
  planRefundInquiry,
  type RefundWithPayment,
  sumApprovedCredits,
} from "@/server/store/refunds";
import { connectionOf, placedOrderOf } from "./bank-connection";
import type { Ctx } from "./ctx";
import { dayEndOf, notDone, settleApproved, settleDeclined } from "./record-refund";

/**
 * Asks the bank what became of a refund whose answer was lost, by the history of its order (D-46). False when there was
 * nothing to ask.
 */
export async function inquireRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<boolean> {
  await ctx.openMoneyCalls.get(refundId)?.catch(() => undefined);
  if (!(await claimRefundInquiry(ctx.db, refundId, ctx.clock.now()))) return false;
  const refund = await getRefund(ctx.db, refundId);
  const connection = connectionOf(ctx, refund.attempt.connection);
  const askedAt = ctx.clock.now();
  const outcome = await connection.call({ kind: "history", ...placedOrderOf(refund.attempt) });
  const verdict = await verdictOn(ctx, refund, outcome);
  if (verdict === "done") await settleApproved(ctx, refund, referencesIn(outcome, refund));
  else await keepAsking(ctx, refund, verdict, askedAt);
  return true;
}

type Verdict = "done" | "not_done" | "differs" | "unknown";

/** What the bank's history says of a refund, against what the books hold at this moment. */
export async function verdictOn(ctx: Ctx, refund: RefundWithPayment, outcome: Outcome): Promise<Verdict> {
  if (outcome.kind === "not_found") return "differs";
  if (outcome.kind !== "history") return "unknown";
  const books = {
    capturedKurus: refund.payment.amount,
    ...(await sumApprovedCredits(ctx.db, refund.paymentId)),
  };
  return findInHistory(outcome.records, books, { method: refund.method, amountKurus: refund.amount });
}

/** Of the last credit of its amount; a void has no line of its own to have any. */
function referencesIn(outcome: Outcome, { method, amount }: RefundWithPayment): BankReferences | null {
  if (outcome.kind !== "history" || method === "void") return null;
  const isIt = ({ kind, approved, amountKurus }: HistoryRecord) =>
    kind === "credit" && approved && amountKurus === amount;
  return outcome.records.findLast(isIt)?.references ?? null;
}

/** Unless the bank has had its last word, it is asked again. */
async function keepAsking(
  ctx: Ctx,
  refund: RefundWithPayment,
  verdict: Exclude<Verdict, "done">,
  askedAt: Date,
): Promise<void> {
  const isFinal = isNotFoundFinal(refund.notFoundSeen, refund.createdAt, askedAt);
  if (verdict === "not_done" && isFinal) return giveUp(ctx, refund);
  const now = ctx.clock.now();
  const unknownSince = refund.unknownSince ?? now;
  const inquiries = refund.inquiries + 1;
  const notFoundSeen = refund.notFoundSeen + (verdict === "not_done" ? 1 : 0);
  const next = nextInquiryAt(inquiries, unknownSince, now, dayEndOf(refund));
  const plan = { unknownSince, inquiries, notFoundSeen, nextInquiryAt: next };
  const isPending = await planRefundInquiry(ctx.db, refund.id, plan);
  // Resolved while the bank was asked, the books have moved on: that they differ from its answer says nothing then.
  if (verdict === "differs" && isPending) await alertMismatch(ctx, refund);
}

/**
 * The bank has not done it, seen twice: it is declined, also a void whose day has ended meanwhile, which never becomes a
 * credit by itself (D-26). The bank is asked once more at day-end.
 */
function giveUp(ctx: Ctx, refund: RefundWithPayment): Promise<void> {
  const now = ctx.clock.now();
  const recheckAt = nextDayEnd(now, refund.payment.terminal.dayEndLocal);
  return settleDeclined(ctx, refund, { failureCode: notDone(ctx, refund), bankCode: null, recheckAt });
}

async function alertMismatch(ctx: Ctx, { id, paymentId, attempt }: RefundWithPayment): Promise<void> {
  const detail = `Order ${attempt.bankOrderId} of payment ${paymentId}: the bank's history is not what the books hold`;
  ctx.log.error({ alert: "refund_mismatch", paymentCode: paymentId, refundId: id }, detail);
  await raiseAlert(ctx.db.prisma, { kind: "refund_mismatch", subject: id, detail }, ctx.clock.now());
}
