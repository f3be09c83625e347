import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newBankOrderId, newId } from "@/server/domain/ids";
import { alertAfterMs } from "@/server/domain/payments/inquiry";
import { decideRefund, type RefundMethod, type RefundRequest } from "@/server/domain/refunds/refund-policy";
import type { Tx } from "@/server/store/db";
import { firstInquiryAt } from "@/server/store/refunds/refund-sending";
import { insertRefund, isRefundCodeUsed, lockForRefund } from "@/server/store/refunds/refunds";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { sumRefunded, toRefundable } from "../payments/refundable";

export interface RefundIntentInput extends RefundRequest {
  readonly partnerId: PartnerId;
  readonly paymentCode: string;
  readonly partnerRefundCode: string;
}

/** A refund that may begin, decided by one reading of the clock; its payment is locked until the transaction ends. */
export interface DecidedRefund {
  readonly input: RefundIntentInput;
  readonly attemptId: string;
  readonly method: RefundMethod;
  readonly amountKurus: bigint;
  /** What has gone back of the payment before. */
  readonly refundedKurus: bigint;
  readonly now: Date;
}

/**
 * Decides on a refund under its payment's lock (D-7 steps 8 to 14, D-25). Throws payment_not_found, refund_in_progress,
 * payment_not_refundable, refund_amount_exceeds_remaining, direct_refund_not_allowed, refund_method_not_available,
 * refund_not_yet_available.
 */
export async function decideUnderLock(ctx: Ctx, tx: Tx, input: RefundIntentInput): Promise<DecidedRefund> {
  const { partnerId, paymentCode, partnerRefundCode } = input;
  const payment = await lockForRefund(tx, partnerId, paymentCode);
  if (!payment) throw new AppError("payment_not_found");
  if (await isRefundCodeUsed(tx, partnerId, partnerRefundCode)) throw new AppError("refund_in_progress");
  const now = ctx.clock.now();
  const decision = decideRefund(toRefundable(payment, payment), input, now);
  if ("refusal" in decision) throw new AppError(decision.refusal);
  const { attemptId } = payment;
  // Captured in the very moment of this request: to it, the capture has not been yet.
  if (attemptId === null) throw new AppError("payment_not_refundable");
  return { input, attemptId, ...decision, refundedKurus: sumRefunded(payment), now };
}

/** Writes the intent down (D-26). Should this process die before the bank is called, the bank is asked about it. */
export async function recordIntent(tx: Tx, decided: DecidedRefund): Promise<string> {
  const { input, attemptId, method, amountKurus, now } = decided;
  const refundId = newId("refund", now);
  await insertRefund(tx, {
    id: refundId,
    partnerId: input.partnerId,
    paymentId: input.paymentCode,
    attemptId,
    partnerRefundCode: input.partnerRefundCode,
    method,
    way: input.way,
    amount: amountKurus,
    bankKey: newBankOrderId(),
    createdAt: now,
    updatedAt: now,
    sentAt: now,
    nextInquiryAt: firstInquiryAt(now),
    alertAt: plusMs(now, alertAfterMs),
  });
  return refundId;
}
