import type { BankReferences, DeclineReason, Outcome } from "@/server/banks/bank";
import { moneyTime } from "@/server/domain/bank-time";
import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { moneyCallTimeoutMs, nextInquiryAt } from "@/server/domain/payments/inquiry";
import type { RefundFailure } from "@/server/domain/refunds/refund-policy";
import { inTx, type Tx } from "@/server/store/db";
import { lockPaymentRow } from "@/server/store/payments/payments";
import { moveRefund, planRefundInquiry, type RefundWithPayment } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
import { bookRefund } from "../payouts/book-settlement";
import { raiseContradiction } from "../payouts/raise-contradiction";

/**
 * Life of a refund, step 4: records the bank's answer to a refund (D-26) as approved or declined, or plans an inquiry
 * when the outcome is unknown. A call that was withdrawn before it was sent changes nothing: the inquiry that was
 * planned with the intent resolves the refund.
 * @param refund its `sentAt` must be the instant at which this call was sent
 */
export async function recordRefundOutcome(
  ctx: Ctx,
  { refund, outcome }: { refund: RefundWithPayment; outcome: Outcome },
): Promise<void> {
  if (outcome.kind === "approved") return recordRefundApproved(ctx, refund, outcome);
  if (outcome.kind === "declined") {
    const { reason, bankCode } = outcome;
    return recordRefundDeclined(ctx, refund, { failureCode: toFailure(ctx, refund, reason), bankCode });
  }
  const why = outcome.kind === "unknown" ? outcome.cause : outcome.kind;
  ctx.log.warn({ paymentCode: refund.paymentId, refundId: refund.id, why }, "Refund outcome unknown");
  if (why === "withdrawn") return;
  const now = ctx.clock.now();
  const plan = { unknownSince: now, nextInquiryAt: nextInquiryAt(0, now, now, findSendDayEnd(refund)) };
  await planRefundInquiry(ctx.db, refund, plan);
  ctx.signals.refundUnknown(refund.id);
}

/**
 * Records a refund that the bank has done: approves it and books its settlement in one transaction.
 * @param found the bank's references of the refund and, if the bank names it, the instant at which it was done (UTC)
 */
export const recordRefundApproved = (
  ctx: Ctx,
  refund: RefundWithPayment,
  found: { readonly references?: BankReferences; readonly at?: Date | undefined },
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, refund.paymentId);
    const now = ctx.clock.now();
    const doneAt = moneyTime({ bankAt: found.at, sentAt: refund.sentAt, answeredAt: now });
    const before = await moveRefund(tx, refund, "approved", now, { ...found.references, doneAt });
    if (before === "moved") await bookRefund(ctx, tx, refund, doneAt, now);
    if (before === "declined") await alertLateApproval(ctx, tx, refund);
  });

/**
 * Alerts staff and holds the payment (D-75) because the bank's approval arrived after the refund had been declined
 * here. The declined state is final, so the refund itself does not change.
 */
const alertLateApproval = (ctx: Ctx, tx: Tx, { id, paymentId }: RefundWithPayment): Promise<void> =>
  raiseContradiction(ctx, tx, {
    kind: "refund_without_record",
    subject: id,
    detail: `Refund ${id} of payment ${paymentId} is declined here, yet the bank has done it`,
    paymentCode: paymentId,
  });

/**
 * Records that a refund was not done; the merchant may ask again with another code.
 * @param demand `unsent` declines the refund only while it is a credit that no process has sent
 */
export const recordRefundDeclined = (
  ctx: Ctx,
  refund: RefundWithPayment,
  facts: { failureCode: RefundFailure; bankCode: string | null; recheckAt?: Date },
  demand: "unsent" | null = null,
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, refund.paymentId);
    // This changes nothing when an inquiry has meanwhile found the refund approved: the bank's history counts more than
    // a late refusal.
    await moveRefund(tx, refund, "declined", ctx.clock.now(), facts, demand);
  });

/** Maps the bank's decline reason to our failure code: a bank's own codes are never shown (§7.1). */
function toFailure(ctx: Ctx, refund: RefundWithPayment, reason: DeclineReason): RefundFailure {
  if (reason === "nothing_to_void" && refund.method === "void")
    return isDayOver(ctx, refund) ? "day_closed" : "nothing_to_void";
  return failures[reason] ?? "declined_by_bank";
}

const failures: Partial<Record<DeclineReason, RefundFailure>> = {
  day_not_closed: "day_not_closed",
  amount_exceeds_remaining: "exceeds_remaining_at_bank",
};

/** Returns the end of the bank's day on which a refund was sent, UTC. */
export const findSendDayEnd = ({ sentAt, payment }: RefundWithPayment): Date =>
  nextDayEnd(sentAt, payment.terminal.dayEndLocal);

/** Returns the instant after which a refund that has not been sent can no longer be sent, UTC. */
export const findSendDeadline = ({ sentAt }: RefundWithPayment): Date => plusMs(sentAt, moneyCallTimeoutMs);

/** Returns the failure code of a refund that the bank turned out not to have done. */
export const toNotDoneFailure = (ctx: Ctx, refund: RefundWithPayment): RefundFailure =>
  refund.method === "void" && isDayOver(ctx, refund) ? "day_closed" : "not_processed";

/** Whether the bank's day of the capture has ended, after which the payment cannot be voided. */
const isDayOver = (ctx: Ctx, { payment }: RefundWithPayment): boolean =>
  ctx.clock.now() >= nextDayEnd(payment.capturedAt ?? payment.createdAt, payment.terminal.dayEndLocal);
