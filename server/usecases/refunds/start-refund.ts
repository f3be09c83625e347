import { machineTime } from "@/server/domain/payments/send-window";
import { inTx } from "@/server/store/db";
import { requireActive } from "../account-guards";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { type StartedRefund, sendRefundAndWait } from "./send-refund-and-wait";
import { decideRefundUnderLock, type RefundIntentInput, recordRefundIntent } from "./shared/refund-intent";

export interface StartRefundInput extends Omit<RefundIntentInput, "partnerId"> {
  readonly caller: Pick<ActingAccount, "partnerId" | "status">;
}

/**
 * Starts a refund of a payment from the API (§4.8, D-7 steps 8 to 14, D-25, D-26): commits the intent, calls the bank
 * once and returns the outcome if it arrives within `refundWaitMs`, otherwise `pending`.
 *
 * The life of a refund, file by file:
 * 1. Request: `start-refund.ts` (API), or `request-panel-refund.ts` with `approve-refund-request.ts` (panel).
 * 2. Intent: `shared/refund-intent.ts` decides under the payment's lock and commits the pending refund.
 * 3. Sending: `send-refund.ts`; before a credit, `read-refund-baseline.ts` reads the order's history.
 * 4. Outcome: `record-refund-outcome.ts` records approved or declined, or plans an inquiry.
 * 5. Unknown outcome: `inquire-refund.ts`, after 15 minutes `alert-unknown-refund.ts` and `settle-refund-manually.ts`.
 * 6. Day-end: `recheck-refund.ts` compares a refund that ended without the bank's answer once more.
 *
 * Throws partner_not_active (§5), payment_not_found, refund_in_progress, payment_not_refundable,
 * refund_amount_exceeds_remaining, direct_refund_not_allowed, refund_method_not_available, refund_not_yet_available.
 */
export async function startRefund(ctx: Ctx, { caller, ...request }: StartRefundInput): Promise<StartedRefund> {
  requireActive(caller);
  const recordedAt = machineTime();
  const input = { ...request, partnerId: caller.partnerId };
  const refundId = await inTx(ctx.db, async (tx) =>
    recordRefundIntent(tx, await decideRefundUnderLock(ctx, tx, input)),
  );
  return sendRefundAndWait(ctx, { refundId, recordedAt });
}
