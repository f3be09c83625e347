import type { BankReferences, DeclineReason, Outcome } from "@/server/banks/bank";
import { moneyTime } from "@/server/domain/bank-time";
import { nextDayEnd } from "@/server/domain/business-day";
import { plusMs } from "@/server/domain/clock";
import { moneyCallTimeoutMs, nextInquiryAt } from "@/server/domain/payments/inquiry";
import type { RefundFailure } from "@/server/domain/refunds/refund-policy";
import { inTx, type Tx } from "@/server/store/db";
import { lockPaymentUnread } from "@/server/store/payments/payments";
import { moveRefund, planRefundInquiry, type RefundWithPayment } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
import { bookRefund } from "../payouts/book-settlement";
import { raiseContradiction } from "../payouts/raise-contradiction";

/**
 * Writes down what the bank said of a refund (D-26): approved, declined, or unknown and to be inquired. A call that was
 * withdrawn changes nothing: the inquiry that was planned with the intent ends the refund.
 * @param refund its `sentAt` is when this call was sent
 */
export async function recordRefund(
  ctx: Ctx,
  { refund, outcome }: { refund: RefundWithPayment; outcome: Outcome },
): Promise<void> {
  if (outcome.kind === "approved") return settleApproved(ctx, refund, outcome);
  if (outcome.kind === "declined") {
    const { reason, bankCode } = outcome;
    return settleDeclined(ctx, refund, { failureCode: failureOf(ctx, refund, reason), bankCode });
  }
  const why = outcome.kind === "unknown" ? outcome.cause : outcome.kind;
  ctx.log.warn({ paymentCode: refund.paymentId, refundId: refund.id, why }, "Refund outcome unknown");
  if (why === "withdrawn") return;
  const now = ctx.clock.now();
  const plan = { unknownSince: now, nextInquiryAt: nextInquiryAt(0, now, now, dayEndOf(refund)) };
  await planRefundInquiry(ctx.db, refund, plan);
  ctx.signals.refundUnknown(refund.id);
}

/**
 * The money is on its way back: the refund is approved and its settlement booked, in one transaction.
 * @param found what the bank gives the refund, and when it did it, where it says so (UTC)
 */
export const settleApproved = (
  ctx: Ctx,
  refund: RefundWithPayment,
  found: { readonly references?: BankReferences; readonly at?: Date | undefined },
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPaymentUnread(tx, refund.paymentId);
    const now = ctx.clock.now();
    const doneAt = moneyTime({ bankAt: found.at, sentAt: refund.sentAt, answeredAt: now });
    const before = await moveRefund(tx, refund, "approved", now, { ...found.references, doneAt });
    if (before === "moved") await bookRefund(ctx, tx, refund, doneAt, now);
    if (before === "declined") await alertLateApproval(ctx, tx, refund);
  });

/** The bank's word came after the refund had been given up: a person looks, and the payment is held (D-75). */
const alertLateApproval = (ctx: Ctx, tx: Tx, { id, paymentId }: RefundWithPayment): Promise<void> =>
  raiseContradiction(ctx, tx, {
    kind: "refund_without_record",
    subject: id,
    detail: `Refund ${id} of payment ${paymentId} is declined here, yet the bank has done it`,
    paymentCode: paymentId,
  });

/**
 * Nothing goes back; the merchant may ask again under another code.
 * @param demand `unsent`: only as long as the refund is a credit that nobody has sent
 */
export const settleDeclined = (
  ctx: Ctx,
  refund: RefundWithPayment,
  facts: { failureCode: RefundFailure; bankCode: string | null; recheckAt?: Date },
  demand: "unsent" | null = null,
): Promise<void> =>
  inTx(ctx.db, async (tx) => {
    await lockPaymentUnread(tx, refund.paymentId);
    // A refusal that arrives after an inquiry has found the refund changes nothing: the bank's books decide.
    await moveRefund(tx, refund, "declined", ctx.clock.now(), facts, demand);
  });

/** Why a refund did not happen, in our words: a bank's codes are never shown (§7.1). */
function failureOf(ctx: Ctx, refund: RefundWithPayment, reason: DeclineReason): RefundFailure {
  if (reason === "nothing_to_void" && refund.method === "void")
    return isDayOver(ctx, refund) ? "day_closed" : "nothing_to_void";
  return failures[reason] ?? "declined_by_bank";
}

const failures: Partial<Record<DeclineReason, RefundFailure>> = {
  day_not_closed: "day_not_closed",
  amount_exceeds_remaining: "exceeds_remaining_at_bank",
};

/** The end of the bank's day on which a refund was sent. */
export const dayEndOf = ({ sentAt, payment }: RefundWithPayment): Date =>
  nextDayEnd(sentAt, payment.terminal.dayEndLocal);

/** When a refund that was not sent so far cannot be sent any more. UTC */
export const endOfSending = ({ sentAt }: RefundWithPayment): Date => plusMs(sentAt, moneyCallTimeoutMs);

/** Why a refund is declined that the bank is found not to have done. */
export const notDone = (ctx: Ctx, refund: RefundWithPayment): RefundFailure =>
  refund.method === "void" && isDayOver(ctx, refund) ? "day_closed" : "not_processed";

/** Whether the bank's day on which the payment was captured has ended, so that a void is past. */
const isDayOver = (ctx: Ctx, { payment }: RefundWithPayment): boolean =>
  ctx.clock.now() >= nextDayEnd(payment.capturedAt ?? payment.createdAt, payment.terminal.dayEndLocal);
