import { setTimeout as sleep } from "node:timers/promises";
import type { RefundMethod } from "@/server/domain/refund-policy";
import type { RefundStatus } from "@/server/domain/states";
import { inTx } from "@/server/store/db";
import { statusOfRefund } from "@/server/store/refunds";
import type { Ctx } from "./ctx";
import { decideUnderLock, type RefundIntentInput, recordIntent } from "./refund-intent";
import { sendRefund } from "./send-refund";

export type StartRefundInput = RefundIntentInput;

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
  const intent = await inTx(ctx.db, async (tx) => {
    const decided = await decideUnderLock(ctx, tx, input);
    return { refundId: await recordIntent(tx, decided), method: decided.method };
  });
  return sendIntent(ctx, { ...intent, recordedAt });
}

/**
 * Sends a refund whose intent was just committed, and answers what the bank says within `refundWaitMs`, else `pending`.
 * @param intent `recordedAt` by `performance.now()`, from before the intent was recorded
 */
export async function sendIntent(
  ctx: Ctx,
  { refundId, method, recordedAt }: { refundId: string; method: RefundMethod; recordedAt: number },
): Promise<StartedRefund> {
  // A failure to record is logged with the background work; the refund stays pending, and the inquiry settles it.
  const sent = sendRefund(ctx, { refundId, recordedAt }).catch(() => undefined);
  await Promise.race([sent, sleep(ctx.refundWaitMs, undefined, { ref: false })]);
  return { refundId, method, status: await statusOfRefund(ctx.db.prisma, refundId) };
}
