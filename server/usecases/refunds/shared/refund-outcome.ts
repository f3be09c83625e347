import type { BankReferences } from "@/server/banks/bank";
import { moneyTime } from "@/server/domain/bank-time";
import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { moneyCallTimeoutMs } from "@/server/domain/payments/inquiry";
import type { RefundFailure } from "@/server/domain/refunds/refund-policy";
import { inTx, type Tx } from "@/server/store/db";
import { lockPaymentRow } from "@/server/store/payments/payments";
import { moveRefund, type RefundWithPayment } from "@/server/store/refunds/refunds";
import type { Ctx } from "@/server/usecases/ctx";
import { bookRefund } from "@/server/usecases/payouts/shared/book-settlement";
import { raiseContradiction } from "@/server/usecases/payouts/shared/raise-contradiction";

/**
 * Records a refund that the bank has done: approves it and books its settlement in one transaction.
 * @param found the bank's references of the refund and, if the bank names it, the instant at which it was done (UTC)
 */
export async function recordRefundApproved(
  ctx: Ctx,
  refund: RefundWithPayment,
  found: { readonly references?: BankReferences; readonly at?: Date | undefined },
): Promise<void> {
  const before = await inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, refund.paymentId);
    const now = ctx.clock.now();
    const doneAt = moneyTime({ bankAt: found.at, sentAt: refund.sentAt, answeredAt: now });
    const moved = await moveRefund(tx, refund, "approved", now, { ...found.references, doneAt });
    if (moved === "moved") await bookRefund(ctx, tx, refund, doneAt, now);
    if (moved === "declined") await alertLateApproval(ctx, tx, refund);
    return moved;
  });
  if (before === "moved") ctx.log.info(describeRefund(refund), "Refund approved");
}

const describeRefund = ({ id: refundId, payment, method, amount }: RefundWithPayment) => ({
  partnerId: payment.partnerId,
  paymentCode: payment.id,
  refundId,
  method,
  amountKurus: amount,
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
export async function recordRefundDeclined(
  ctx: Ctx,
  refund: RefundWithPayment,
  facts: { failureCode: RefundFailure; bankCode: string | null; recheckAt?: Date },
  demand: "unsent" | null = null,
): Promise<void> {
  const before = await inTx(ctx.db, async (tx) => {
    await lockPaymentRow(tx, refund.paymentId);
    // This changes nothing when an inquiry has meanwhile found the refund approved: the bank's history counts more than
    // a late refusal.
    return moveRefund(tx, refund, "declined", ctx.clock.now(), facts, demand);
  });
  if (before === "moved") ctx.log.info({ ...describeRefund(refund), why: facts.failureCode }, "Refund declined");
}

/** Returns the end of the bank's day on which a refund was sent, UTC. */
export const findSendDayEnd = ({ sentAt, payment }: RefundWithPayment): Date =>
  nextDayEnd(sentAt, payment.terminal.dayEndLocal);

/** Returns the instant after which a refund that has not been sent can no longer be sent, UTC. */
export const findSendDeadline = ({ sentAt }: RefundWithPayment): Date => plusMs(sentAt, moneyCallTimeoutMs);

/** Returns the failure code of a refund that the bank turned out not to have done. */
export const toNotDoneFailure = (ctx: Ctx, refund: RefundWithPayment): RefundFailure =>
  refund.method === "void" && isDayOver(ctx, refund) ? "day_closed" : "not_processed";

/** Whether the bank's day of the capture has ended, after which the payment cannot be voided. */
export const isDayOver = (ctx: Ctx, { payment }: RefundWithPayment): boolean =>
  ctx.clock.now() >= nextDayEnd(payment.capturedAt ?? payment.createdAt, payment.terminal.dayEndLocal);
