import { setTimeout as sleep } from "node:timers/promises";
import { type MachineTime, machineTime } from "@/server/domain/payments/send-window";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import type { RefundStatus } from "@/server/domain/states";
import { inTx } from "@/server/store/db";
import { readOutcome } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
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
  const recordedAt = machineTime();
  const refundId = await inTx(ctx.db, async (tx) => recordIntent(tx, await decideUnderLock(ctx, tx, input)));
  return sendIntent(ctx, { refundId, recordedAt });
}

/**
 * Sends a refund whose intent was just committed, and answers what the bank says within `refundWaitMs`, else `pending`, with
 * the method that the refund has by then.
 * @param intent `recordedAt` is from before the intent was recorded
 */
export async function sendIntent(
  ctx: Ctx,
  { refundId, recordedAt }: { refundId: string; recordedAt: MachineTime },
): Promise<StartedRefund> {
  // A failure to record is logged with the background work; the refund stays pending, and the inquiry settles it.
  const sent = sendRefund(ctx, { refundId, recordedAt }).catch(() => undefined);
  await Promise.race([sent, sleep(ctx.refundWaitMs, undefined, { ref: false })]);
  const { method, status } = await readOutcome(ctx.db.prisma, refundId);
  return { refundId, method, status };
}
