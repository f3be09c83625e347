import { AppError } from "@/server/domain/errors";
import { inTx } from "@/server/store/db";
import { releaseSettlements } from "@/server/store/payouts/collection";
import { movePayout, type PayoutRecord } from "@/server/store/payouts/payout-moves";
import { lockPayoutTerms } from "@/server/store/payouts/payout-terms";
import type { Ctx } from "../ctx";
import { getPayoutForMove } from "./shared/payout-for-move";

/**
 * Withdraws a payout that is not approved. Its settlements are collected again, those of held payments and of held
 * accounts excepted; the settlements of a re-issue stay with the payout that failed. Returns the payout. Throws
 * not_found, and payout_moved where it is approved or withdrawn.
 */
export async function withdrawPayout(ctx: Ctx, { payoutId }: { readonly payoutId: string }): Promise<PayoutRecord> {
  return inTx(ctx.db, async (tx) => {
    const payout = await getPayoutForMove(tx, payoutId);
    await lockPayoutTerms(tx, payout.partnerId);
    const now = ctx.clock.now();
    if (payout.status === "prepared" && payout.reissueOf === null) await releaseSettlements(tx, payoutId, now);
    if (await movePayout(tx, payout, "withdrawn", {}, now)) return payout;
    throw new AppError("payout_moved", `${payoutId} is ${payout.status}`);
  });
}
