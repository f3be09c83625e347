import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { machineTime } from "@/server/domain/payments/send-window";
import { coversApiAt, limitAt, needsSecondPerson } from "@/server/domain/refunds/refund-approval";
import { isAboveKeyLimit } from "@/server/domain/refunds/refund-policy";
import { inTx, type Tx } from "@/server/store/db";
import { readApprovalLimit } from "@/server/store/refunds/refund-requests";
import { requireActive } from "../account-guards";
import type { Caller } from "../caller";
import type { Ctx } from "../ctx";
import { type StartedRefund, sendRefundAndWait } from "./send-refund-and-wait";
import {
  aboveKeyLimit,
  type DecidedRefund,
  decideRefundUnderLock,
  type RefundIntentInput,
  recordRefundIntent,
} from "./shared/refund-intent";

type RefundCaller = Pick<Caller, "partnerId" | "status" | "keyId" | "rights" | "refundApprovalInApi">;

export interface StartRefundInput extends Omit<RefundIntentInput, "partnerId" | "apiKeyId" | "keyLimitKurus"> {
  readonly caller: RefundCaller;
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
 * Throws partner_not_active (§5), access_denied where the amount is above the key's limit, or above the account's limit
 * for a second person where that covers the API too (D-66), payment_not_found, refund_in_progress,
 * payment_not_refundable, refund_amount_exceeds_remaining, direct_refund_not_allowed, refund_method_not_available,
 * refund_not_yet_available.
 */
export async function startRefund(ctx: Ctx, { caller, ...request }: StartRefundInput): Promise<StartedRefund> {
  requireActive(caller);
  const recordedAt = machineTime(ctx.realTime);
  const { partnerId, keyId: apiKeyId, rights } = caller;
  const input = { ...request, partnerId, apiKeyId, keyLimitKurus: rights.refundLimitKurus };
  if (input.amountKurus !== null && isAboveKeyLimit(input.amountKurus, input)) throw aboveKeyLimit(input);
  const refundId = await inTx(ctx.db, async (tx) => {
    const decided = await decideRefundUnderLock(ctx, tx, input);
    if (coversApiAt(caller.refundApprovalInApi, decided.now)) await requireNoSecondPerson(tx, decided);
    return recordRefundIntent(tx, decided);
  });
  return sendRefundAndWait(ctx, { refundId, recordedAt });
}

/** Throws access_denied for a refund above the limit from which on the account demands a second person. */
async function requireNoSecondPerson(tx: Tx, decided: DecidedRefund): Promise<void> {
  const limitKurus = limitAt(await readApprovalLimit(tx, decided.input.partnerId), decided.now);
  if (limitKurus === null || !needsSecondPerson(limitKurus, decided)) return;
  const reason = problem("refund_bound_in_api", limitKurus);
  throw new AppError("access_denied", "A second person is needed", { problem: reason });
}
