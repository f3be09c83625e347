import { istanbulDate } from "@/server/domain/business-day";
import { AppError } from "@/server/domain/errors";
import { newId } from "@/server/domain/ids";
import { payoutValueDay } from "@/server/domain/payouts/collection";
import { inTx } from "@/server/store/db";
import { insertReissue } from "@/server/store/payouts/payout-moves";
import { hasLiveReissue } from "@/server/store/payouts/payouts";
import type { Ctx } from "../ctx";
import { getPayoutForMove } from "./shared/payout-for-move";

/**
 * Issues a failed payout again: a new one of the same amount and settlements, which waits for its approval and then
 * goes to the account's IBAN of that time (D-39). Returns its id. Throws not_found, and payout_moved where the payout
 * has not failed or was issued again already.
 */
export async function reissuePayout(
  ctx: Ctx,
  { payoutId }: { readonly payoutId: string },
): Promise<{ readonly payoutId: string; readonly partnerId: string }> {
  return inTx(ctx.db, async (tx) => {
    const failed = await getPayoutForMove(tx, payoutId);
    if (failed.status !== "failed" || (await hasLiveReissue(tx, payoutId))) {
      throw new AppError("payout_moved", `${payoutId} is ${failed.status} or was issued again`);
    }
    const now = ctx.clock.now();
    const id = newId(ctx.random, "payoutBatch", now);
    await insertReissue(tx, failed, id, istanbulDate(payoutValueDay(now)), now);
    return { payoutId: id, partnerId: failed.partnerId };
  });
}
