import { nextDayEnd } from "@/server/domain/business-day";
import { isNotFoundFinal, nextInquiryAt } from "@/server/domain/payments/inquiry";
import type { HistoryVerdict } from "@/server/domain/refunds/refund-history";
import { claimRefundInquiry } from "@/server/store/operations/claims";
import { getRefund, planRefundInquiry, type RefundWithPayment } from "@/server/store/refunds/refunds";
import { openBankConnection, toPlacedOrder } from "../banks/shared/bank-connection";
import type { Ctx } from "../ctx";
import { alertRefundMismatch } from "./alert-refund-mismatch";
import { findBankFacts, judgeHistory } from "./shared/judge-history";
import {
  findSendDayEnd,
  findSendDeadline,
  recordRefundApproved,
  recordRefundDeclined,
  toNotDoneFailure,
} from "./shared/refund-outcome";

/**
 * Life of a refund, step 5: asks the bank for the order's history to find out whether a refund without an answer was
 * done (D-46), and records what it shows. Waits for a call of this refund that is still open in this process. Returns
 * false when no inquiry is due.
 */
export async function inquireRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<boolean> {
  await ctx.openMoneyCalls.get(refundId)?.catch(() => undefined);
  if (!(await claimRefundInquiry(ctx.db, refundId, ctx.clock.now()))) return false;
  const refund = await getRefund(ctx.db, refundId);
  if (isUnsent(refund)) {
    await declineUnsent(ctx, refund);
    return true;
  }
  const connection = openBankConnection(ctx, refund.attempt.connection);
  const askedAt = ctx.clock.now();
  const outcome = await connection.call({ kind: "history", ...toPlacedOrder(refund.attempt) });
  const verdict = await judgeHistory(ctx, refund, outcome);
  if (verdict === "done") await recordRefundApproved(ctx, refund, findBankFacts(outcome, refund));
  else await planNextInquiry(ctx, refund, verdict, askedAt);
  return true;
}

/** Whether a credit was never sent: the statement that permits the sending also stores the baseline (D-76). */
const isUnsent = ({ method, baseline }: RefundWithPayment): boolean => method === "credit" && baseline === null;

/**
 * Declines a credit that was never sent as soon as it can no longer be sent. The compare-and-set also protects against
 * a process that is about to send it. The bank is not asked, because it never received the credit.
 */
async function declineUnsent(ctx: Ctx, refund: RefundWithPayment): Promise<void> {
  const now = ctx.clock.now();
  const endsAt = findSendDeadline(refund);
  if (now < endsAt) {
    const unknownSince = refund.unknownSince ?? now;
    await planRefundInquiry(ctx.db, refund, { unknownSince, nextInquiryAt: endsAt });
    return;
  }
  ctx.log.warn(
    { paymentCode: refund.paymentId, refundId: refund.id },
    "A credit was declined because it was never sent",
  );
  await recordRefundDeclined(ctx, refund, { failureCode: "not_processed", bankCode: null }, "unsent");
}

/** Plans the next inquiry, or declines the refund when "not done" is final. */
async function planNextInquiry(
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
  const next = nextInquiryAt(inquiries, unknownSince, now, findSendDayEnd(refund));
  const plan = { unknownSince, inquiries, notFoundSeen, nextInquiryAt: next };
  const isPending = await planRefundInquiry(ctx.db, refund, plan);
  // If the refund was resolved while the bank was asked, the books are newer than the answer and may differ from it.
  if (verdict === "differs" && isPending) await alertRefundMismatch(ctx, refund);
}

/**
 * Declines a refund that the history has shown as not done twice, including a void whose day has ended meanwhile. Such
 * a void does not continue as a credit (D-157), because without the bank's refusal it may still be done. The bank is
 * asked once more at day-end.
 */
function giveUp(ctx: Ctx, refund: RefundWithPayment): Promise<void> {
  const now = ctx.clock.now();
  const recheckAt = nextDayEnd(now, refund.payment.terminal.dayEndLocal);
  return recordRefundDeclined(ctx, refund, {
    failureCode: toNotDoneFailure(ctx, refund),
    bankCode: null,
    recheckAt,
  });
}
