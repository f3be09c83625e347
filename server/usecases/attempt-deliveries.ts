import { attemptDelivery } from "./attempt-delivery";
import type { Ctx } from "./ctx";

/** A step of a background function should be short: what is left goes on in the next. Real time, ms. */
const budgetMs = 5_000;

/**
 * Sends the deliveries of one account that are due, one after the other. Answers when the first of those that are left
 * is due; null when all have come to their end.
 */
export async function attemptDeliveries(
  ctx: Ctx,
  { partnerId, deliveryIds }: { partnerId: string; deliveryIds: readonly string[] },
): Promise<{ nextAttemptAt: Date | null }> {
  const startedAt = performance.now();
  let next: Date | null = null;
  for (const deliveryId of deliveryIds) {
    if (performance.now() - startedAt > budgetMs || ctx.dueGate.isWanted())
      return { nextAttemptAt: ctx.clock.now() };
    const { nextAttemptAt } = await ctx.receiverLanes.run(partnerId, () =>
      attemptDelivery(ctx, { deliveryId }),
    );
    if (nextAttemptAt && (!next || nextAttemptAt < next)) next = nextAttemptAt;
  }
  return { nextAttemptAt: next };
}
