import { setTimeout as sleep } from "node:timers/promises";
import { plusMs, seconds } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newBankOrderId, newId } from "@/server/domain/ids";
import { alertAfterMs, moneyCallTimeoutMs } from "@/server/domain/inquiry";
import { decideRefund, type RefundMethod, type RefundRequest } from "@/server/domain/refund-policy";
import type { RefundStatus } from "@/server/domain/states";
import { inTx, type Tx } from "@/server/store/db";
import { insertRefund, isRefundCodeUsed, lockForRefund, statusOfRefund } from "@/server/store/refunds";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "./ctx";
import { toRefundable } from "./refundable";
import { sendRefund } from "./send-refund";

export interface StartRefundInput extends RefundRequest {
  readonly partnerId: PartnerId;
  readonly paymentCode: string;
  readonly partnerRefundCode: string;
}

export interface StartedRefund {
  readonly refundId: string;
  readonly method: RefundMethod;
  readonly status: RefundStatus;
}

/**
 * Refunds a payment (§4.8, D-7 steps 8 to 14, D-25, D-26): the intent is committed, the bank is called once, and what it says
 * within `refundWaitMs` is answered, else `pending`. Throws payment_not_found, refund_in_progress, payment_not_refundable,
 * refund_amount_exceeds_remaining, direct_refund_not_allowed, refund_method_not_available, refund_not_yet_available.
 */
export async function startRefund(ctx: Ctx, input: StartRefundInput): Promise<StartedRefund> {
  const recordedAt = performance.now();
  const { refundId, method } = await inTx(ctx.db, (tx) => recordIntent(ctx, tx, input));
  // A failure to record is logged with the background work; the refund stays pending, and the inquiry settles it.
  const sent = sendRefund(ctx, { refundId, recordedAt }).catch(() => undefined);
  await Promise.race([sent, sleep(ctx.refundWaitMs, undefined, { ref: false })]);
  return { refundId, method, status: await statusOfRefund(ctx.db.prisma, refundId) };
}

/** Decided under the payment's lock, by one reading of the clock. Should this process die now, the bank is asked about it. */
async function recordIntent(ctx: Ctx, tx: Tx, input: StartRefundInput) {
  const { partnerId, paymentCode, partnerRefundCode } = input;
  const payment = await lockForRefund(tx, partnerId, paymentCode);
  if (!payment) throw new AppError("payment_not_found");
  if (await isRefundCodeUsed(tx, partnerId, partnerRefundCode)) throw new AppError("refund_in_progress");
  const now = ctx.clock.now();
  const decision = decideRefund(toRefundable(payment, payment), input, now);
  if ("refusal" in decision) throw new AppError(decision.refusal);
  // Captured in the very moment of this request: to it, the capture has not been yet.
  if (payment.attemptId === null) throw new AppError("payment_not_refundable");
  const { method, amountKurus } = decision;
  const refundId = newId("refund", now);
  await insertRefund(tx, {
    ...{ id: refundId, partnerId, paymentId: paymentCode, attemptId: payment.attemptId },
    ...{ partnerRefundCode, method },
    ...{ amount: amountKurus, bankKey: newBankOrderId(), createdAt: now, updatedAt: now },
    nextInquiryAt: plusMs(now, moneyCallTimeoutMs + seconds(5)),
    alertAt: plusMs(now, alertAfterMs),
  });
  return { refundId, method };
}
