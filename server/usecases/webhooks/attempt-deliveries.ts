import {
  type ClaimedDelivery,
  claimDeliveries,
  findNextAttemptAt,
  releaseDeliveries,
} from "@/server/store/webhooks/deliveries";
import type { Ctx } from "../ctx";
import { attemptClaimedDelivery } from "./shared/delivery-attempt";

/**
 * The time after which no further delivery attempt is started: a step of a background function should be short, and the
 * rest continues in the next step. Together with the attempt that is running then, it stays well below the lease of a
 * claim. Real time, ms.
 */
const budgetMs = 5_000;

/**
 * Sends the due deliveries of one account one after the other. Returns when the first of the remaining ones is due
 * (UTC), or null when all have ended. The deliveries are claimed together; after a crash the ones without an attempt
 * become due again when the lease expires.
 */
export async function attemptDeliveries(
  ctx: Ctx,
  { partnerId, deliveryIds }: { partnerId: string; deliveryIds: readonly string[] },
): Promise<{ nextAttemptAt: Date | null }> {
  await ctx.receiverSlots.run(partnerId, async () => {
    const claimedAt = ctx.clock.now();
    const claimed = await claimDeliveries(ctx.db, deliveryIds, claimedAt);
    const left = await attemptInTime(ctx, claimed);
    if (left.length > 0) await releaseDeliveries(ctx.db, left, { claimedAt, now: ctx.clock.now() });
  });
  return { nextAttemptAt: await findNextAttemptAt(ctx.db, deliveryIds) };
}

/** Attempts the deliveries until the time is used up, and returns the ids of those for which no time was left. */
async function attemptInTime(ctx: Ctx, claimed: readonly ClaimedDelivery[]): Promise<string[]> {
  const startedAt = ctx.realTime.monotonicMs();
  for (const [index, delivery] of claimed.entries()) {
    if (ctx.realTime.monotonicMs() - startedAt > budgetMs || ctx.dueWork.isExclusiveWanted()) {
      return claimed.slice(index).map(({ id }) => id);
    }
    await attemptClaimedDelivery(ctx, delivery);
  }
  return [];
}
