import { istanbulDate } from "@/server/domain/business-day";
import { automaticPayoutAt, payoutValueDay } from "@/server/domain/payouts/collection";
import { inTx } from "@/server/store/db";
import { collectSettlements } from "@/server/store/payouts/collection";
import { lockPayoutTerms } from "@/server/store/payouts/payout-terms";
import type { Ctx } from "../ctx";

/**
 * Collects what is due to an account into a payout that waits for its approval, or carries it over where it is less
 * than the account's minimum (D-39, D-392). A refund that is booked meanwhile is collected now or next time, never
 * twice: the statement locks what it collects. Returns whether anything was collected; nothing is while staff hold the
 * account's payouts.
 */
export async function collectPayout(ctx: Ctx, { partnerId }: { readonly partnerId: string }): Promise<boolean> {
  const collected = await inTx(ctx.db, async (tx) => {
    const terms = await lockPayoutTerms(tx, partnerId);
    if (terms.heldSince) return null;
    const now = ctx.clock.now();
    const valueDay = payoutValueDay(now);
    const autoAt = ctx.sandboxTime !== null && terms.isAutomatic ? automaticPayoutAt(valueDay) : null;
    const collection = { partnerId, valueDay: istanbulDate(valueDay), autoAt };
    return collectSettlements(tx, collection, terms.minimumAmount, now);
  });
  if (collected) ctx.log.info({ partnerId, ...collected }, "Settlements collected");
  return collected !== null;
}
