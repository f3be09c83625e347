import { setTimeout as sleep } from "node:timers/promises";
import { type MachineTime, machineTime } from "@/server/domain/payments/send-window";
import type { RefundMethod } from "@/server/domain/refunds/refund-policy";
import type { RefundStatus } from "@/server/domain/states";
import { inTx } from "@/server/store/db";
import { readOutcome } from "@/server/store/refunds/refunds";
import type { Ctx } from "../ctx";
import { decideRefundUnderLock, type RefundIntentInput, recordRefundIntent } from "./record-refund-intent";
import { sendRefund } from "./send-refund";

export type StartRefundInput = RefundIntentInput;

export interface StartedRefund {
  readonly refundId: string;
  readonly method: RefundMethod;
  readonly status: RefundStatus;
}

/**
 * Starts a refund of a payment from the API (§4.8, D-7 steps 8 to 14, D-25, D-26): commits the intent, calls the bank
 * once and returns the outcome if it arrives within `refundWaitMs`, otherwise `pending`.
 *
 * The life of a refund, file by file:
 * 1. Request: `start-refund.ts` (API), or `request-panel-refund.ts` with `decide-refund-request.ts` (panel).
 * 2. Intent: `record-refund-intent.ts` decides under the payment's lock and commits the pending refund.
 * 3. Sending: `send-refund.ts`; before a credit, `read-refund-baseline.ts` reads the order's history.
 * 4. Outcome: `record-refund-outcome.ts` records approved or declined, or plans an inquiry.
 * 5. Unknown outcome: `inquire-unknown-refund.ts`, after 15 minutes `alert-unknown-refund.ts` and
 *    `settle-refund-manually.ts`.
 * 6. Day-end: `check-refund-at-day-end.ts` compares a refund that ended without the bank's answer once more.
 *
 * Throws payment_not_found, refund_in_progress, payment_not_refundable, refund_amount_exceeds_remaining,
 * direct_refund_not_allowed, refund_method_not_available, refund_not_yet_available.
 */
export async function startRefund(ctx: Ctx, input: StartRefundInput): Promise<StartedRefund> {
  const recordedAt = machineTime();
  const refundId = await inTx(ctx.db, async (tx) =>
    recordRefundIntent(tx, await decideRefundUnderLock(ctx, tx, input)),
  );
  return sendRefundAndWait(ctx, { refundId, recordedAt });
}

/**
 * Sends a refund whose intent was just committed and returns its outcome if it arrives within `refundWaitMs`, otherwise
 * `pending`. The returned method may differ from the intent's, because a void can continue as a credit (D-74).
 * @param intent `recordedAt` is read before the intent is recorded, so the send window (D-119) begins no later than the
 * intent
 */
export async function sendRefundAndWait(
  ctx: Ctx,
  { refundId, recordedAt }: { refundId: string; recordedAt: MachineTime },
): Promise<StartedRefund> {
  // A failure to record the outcome is logged with the background work; the refund stays pending until the inquiry.
  const sent = sendRefund(ctx, { refundId, recordedAt }).catch(() => undefined);
  await Promise.race([sent, sleep(ctx.refundWaitMs, undefined, { ref: false })]);
  const { method, status } = await readOutcome(ctx.db.prisma, refundId);
  return { refundId, method, status };
}
