import type { MachineTime } from "@/server/domain/payments/send-window";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import type { RefundStatus } from "@/server/domain/states";
import { readOutcome } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
import { sendRefund } from "./send-refund";

export interface StartedRefund {
  readonly refundId: string;
  readonly method: RefundMethod;
  readonly status: RefundStatus;
}

/**
 * Sends a refund whose intent was just committed and returns its outcome if it arrives within `refundWaitMs`, otherwise
 * `pending`. The returned method may differ from the intent's, because a void can continue as a credit (D-157).
 * @param recordedAt read before the intent is recorded, so the send window (D-119) begins no later than the intent
 */
export async function sendRefundAndWait(
  ctx: Ctx,
  { refundId, recordedAt }: { refundId: string; recordedAt: MachineTime },
): Promise<StartedRefund> {
  // A failure to record the outcome is logged with the background work; the refund stays pending until the inquiry.
  const sent = sendRefund(ctx, { refundId, recordedAt }).catch(() => undefined);
  await Promise.race([sent, ctx.realTime.sleep(ctx.refundWaitMs, { holdsProcess: false })]);
  const { method, status } = await readOutcome(ctx.db.prisma, refundId);
  return { refundId, method, status };
}
