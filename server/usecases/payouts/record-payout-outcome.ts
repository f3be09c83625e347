import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { movePayout, type PayoutFailure, type PayoutRecord } from "@/server/store/payouts/payout-moves";
import type { Ctx } from "../ctx";
import { getPayoutForMove } from "./shared/payout-for-move";

export interface RecordPayoutOutcomeInput {
  readonly payoutId: string;
  /** The bank's reference of a transfer that arrived, or why one did not. */
  readonly outcome: { readonly bankReference: string } | { readonly failure: PayoutFailure };
}

/**
 * Records how a payout ended at the bank, and tells the merchant (§6.1), once: the second of two outcomes is refused.
 * An approved payout can fail only while it is in no file, because the bank may carry out a file that it has. Returns
 * the payout. Throws not_found, and payout_moved where the payout cannot end so.
 */
export async function recordPayoutOutcome(
  ctx: Ctx,
  { payoutId, outcome }: RecordPayoutOutcomeInput,
): Promise<PayoutRecord> {
  const payout = await inTx(ctx.db, async (tx) => {
    const found = await getPayoutForMove(tx, payoutId);
    const to = "failure" in outcome ? "failed" : "paid_out";
    const isWithBank = found.status === "approved" && found.fileId !== null;
    if (!isWithBank && (await movePayout(tx, found, to, outcome, ctx.clock.now()))) return found;
    throw new AppError("payout_moved", `${payoutId} is ${found.status}`);
  });
  ctx.log.info({ payoutId, partnerId: payout.partnerId, ...outcome }, "A payout has ended");
  return payout;
}
