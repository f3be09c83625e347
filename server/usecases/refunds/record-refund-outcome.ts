import type { Outcome } from "@/server/banks/bank";
import type { BankRefusal } from "@/server/domain/banks/decline";
import { nextDayEnd } from "@/server/domain/business-day";
import { nextInquiryAt } from "@/server/domain/payments/inquiry";
import type { RefundFailure } from "@/server/domain/refunds/refund-policy";
import { planRefundInquiry, type RefundWithPayment } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
import { findSendDayEnd, isDayOver, recordRefundApproved, recordRefundDeclined } from "./shared/refund-outcome";

export interface RecordRefundOutcomeInput {
  /** Its `sentAt` must be the instant at which the call was sent. */
  readonly refund: RefundWithPayment;
  readonly outcome: Outcome;
  /** Whether the bank is asked once more at day-end about a refusal, because its history did not confirm it (D-389). */
  readonly isDoubtful: boolean;
}

/**
 * Life of a refund, step 4: records the bank's answer to a refund (D-26) as approved or declined, or plans an inquiry
 * when the outcome is unknown. A call that was withdrawn before it was sent changes nothing: the inquiry that was
 * planned with the intent resolves the refund.
 */
export async function recordRefundOutcome(
  ctx: Ctx,
  { refund, outcome, isDoubtful }: RecordRefundOutcomeInput,
): Promise<void> {
  if (outcome.kind === "approved") return recordRefundApproved(ctx, refund, outcome);
  if (outcome.kind === "declined") {
    const { reason, bankCode } = outcome;
    const failureCode = toFailure(ctx, refund, reason);
    const recheckAt = nextDayEnd(ctx.clock.now(), refund.payment.terminal.dayEndLocal);
    return recordRefundDeclined(ctx, refund, { failureCode, bankCode, ...(isDoubtful && { recheckAt }) });
  }
  const why = outcome.kind === "unknown" ? outcome.cause : outcome.kind;
  ctx.log.warn({ paymentCode: refund.paymentId, refundId: refund.id, why }, "The outcome of the refund is unknown");
  if (why === "withdrawn") return;
  const now = ctx.clock.now();
  const plan = { unknownSince: now, nextInquiryAt: nextInquiryAt(0, now, now, findSendDayEnd(refund)) };
  await planRefundInquiry(ctx.db, refund, plan);
  ctx.signals.refundUnknown(refund.id);
}

/** Maps the bank's decline reason to our failure code: a bank's own codes are never shown (§7.1). */
function toFailure(ctx: Ctx, refund: RefundWithPayment, reason: BankRefusal): RefundFailure {
  if (reason === "nothing_to_void" && refund.method === "void")
    return isDayOver(ctx, refund) ? "day_closed" : "nothing_to_void";
  return failures[reason] ?? "declined_by_bank";
}

const failures: Partial<Record<BankRefusal, RefundFailure>> = {
  day_not_closed: "day_not_closed",
  amount_exceeds_remaining: "exceeds_remaining_at_bank",
};
