import type { Ctx } from "../ctx";
import { type FailedCount, type FailedSince, listFailedDeliveryIds, resendsMax } from "./queries";

/**
 * Requests that a background function sends an account's failed deliveries again, oldest first, each once and with the
 * same bytes (D-35). Returns how many; their attempts show the results.
 */
export async function resendFailedDeliveries(ctx: Ctx, input: FailedSince): Promise<FailedCount> {
  const askedAt = ctx.clock.now();
  const ids = await listFailedDeliveryIds(ctx, input);
  const deliveryIds = ids.slice(0, resendsMax);
  if (deliveryIds.length > 0) await ctx.signals.resendsRequested({ partnerId: input.partnerId, deliveryIds, askedAt });
  ctx.log.info({ partnerId: input.partnerId, count: deliveryIds.length }, "Failed deliveries will be sent again");
  return { count: deliveryIds.length, hasMore: ids.length > resendsMax };
}
