import { plusMs } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { newBankReference, newId } from "@/server/domain/ids";
import { alertAfterMs, firstInquiryAt } from "@/server/domain/payments/inquiry";
import { decideRefund, type RefundChoice, type RefundMethod } from "@/server/domain/refunds/refund-policy";
import { randomOf, type Tx } from "@/server/store/db";
import { insertRefund, isRefundCodeUsed, lockForRefund } from "@/server/store/refunds/refunds";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "@/server/usecases/ctx";
import { sumRefunded, toRefundable } from "@/server/usecases/payments/shared/refundable";

export interface RefundIntentInput extends RefundChoice {
  readonly partnerId: PartnerId;
  readonly paymentCode: string;
  readonly partnerRefundCode: string;
  /** The API key with which the refund is started; null in the panel. */
  readonly apiKeyId?: string | null;
}

/** A refund that may start. It was decided at one instant, and its payment stays locked until the transaction ends. */
export interface DecidedRefund {
  readonly input: RefundIntentInput;
  readonly attemptId: string;
  readonly method: RefundMethod;
  readonly amountKurus: bigint;
  /** The amount of the payment that was refunded before, in kuruş. */
  readonly refundedKurus: bigint;
  readonly now: Date;
}

/**
 * Life of a refund, step 2: locks the payment and decides whether and by which method a refund may start (D-7 steps 8
 * to 14, D-25). Throws payment_not_found, refund_in_progress, payment_not_refundable, access_denied (a key's limit),
 * refund_amount_exceeds_remaining, direct_refund_not_allowed, refund_method_not_available, refund_not_yet_available.
 */
export async function decideRefundUnderLock(ctx: Ctx, tx: Tx, input: RefundIntentInput): Promise<DecidedRefund> {
  const { partnerId, paymentCode, partnerRefundCode } = input;
  const payment = await lockForRefund(tx, partnerId, paymentCode);
  if (!payment) throw new AppError("payment_not_found");
  if (await isRefundCodeUsed(tx, partnerId, partnerRefundCode)) throw new AppError("refund_in_progress");
  const now = ctx.clock.now();
  const decision = decideRefund(toRefundable(payment, payment), input, now);
  if ("refusal" in decision) {
    throw decision.refusal === "access_denied" ? aboveKeyLimit(input) : new AppError(decision.refusal);
  }
  const { attemptId } = payment;
  // The capture was committed while this statement waited for the lock: it reads the payment's new row, but not yet the
  // attempt that captured it. The request is answered as if it had come before the capture.
  if (attemptId === null) throw new AppError("payment_not_refundable");
  return { input, attemptId, ...decision, refundedKurus: sumRefunded(payment), now };
}

/** Creates the refusal of an amount that is more than the API key may refund at once. */
export const aboveKeyLimit = ({ keyLimitKurus }: RefundChoice): AppError =>
  new AppError("access_denied", "Above the key's limit", { problem: problem("key_refund_limit", keyLimitKurus ?? 0n) });

/**
 * Records the intent as a pending refund and returns its id (D-26). The row already has an inquiry planned, so a
 * process that dies before or during the bank call leaves a refund that the inquiry resolves.
 */
export async function recordRefundIntent(tx: Tx, decided: DecidedRefund): Promise<string> {
  const { input, attemptId, method, amountKurus, now } = decided;
  const refundId = newId(randomOf(tx), "refund", now);
  await insertRefund(tx, {
    id: refundId,
    partnerId: input.partnerId,
    paymentId: input.paymentCode,
    attemptId,
    apiKeyId: input.apiKeyId ?? null,
    partnerRefundCode: input.partnerRefundCode,
    method,
    way: input.way,
    amount: amountKurus,
    bankKey: newBankReference(randomOf(tx)),
    createdAt: now,
    updatedAt: now,
    sentAt: now,
    nextInquiryAt: firstInquiryAt(now),
    alertAt: plusMs(now, alertAfterMs),
  });
  return refundId;
}
