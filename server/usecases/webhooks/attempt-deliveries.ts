import {
  type ClaimedDelivery,
  claimDeliveries,
  nextAttemptOf,
  releaseDeliveries,
} from "@/server/store/webhooks/deliveries";
import type { Ctx } from "../ctx";
import { attemptClaimed } from "./attempt-delivery";

/**
 * A step of a background function should be short: what is left goes on in the next. With the attempt that is under way
 * when it is over, well below the lease of a claim. Real time, ms.
 */
const budgetMs = 5_000;

/**
 * Sends the deliveries of one account that are due, one after the other. Answers when the first of those that are left
 * is due; null when all have come to their end. They are claimed together; a crash leaves those that were not tried to
 * the end of the lease.
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
  return { nextAttemptAt: await nextAttemptOf(ctx.db, deliveryIds) };
}

/** Answers the ids of those for which no time was left. */
async function attemptInTime(ctx: Ctx, claimed: readonly ClaimedDelivery[]): Promise<string[]> {
  const startedAt = performance.now();
  for (const [index, delivery] of claimed.entries()) {
    if (performance.now() - startedAt > budgetMs || ctx.dueWork.isExclusiveWanted()) {
      return claimed.slice(index).map(({ id }) => id);
    }
    await attemptClaimed(ctx, delivery);
  }
  return [];
}
