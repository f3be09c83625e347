import { AppError } from "@/server/domain/errors";
import { isUntouchedSince } from "@/server/store/webhooks/delivery-list";
import type { Ctx, RequestedResends } from "../ctx";
import { failedStatuses } from "./queries";
import { resendDelivery } from "./resend-delivery";

/** A step of a background function should be short; the rest continues in the next step. Real time, ms. */
const budgetMs = 5_000;

/**
 * Sends failed deliveries of an account again, one after the other, until the time of a step is used up. Returns how
 * many it handled, at least one. Skips a delivery that has arrived meanwhile or was sent manually since `askedAt`, so a
 * step that is repeated after a crash and a second press of the same button send nothing twice.
 */
export async function resendDeliveries(
  ctx: Ctx,
  { partnerId, deliveryIds, askedAt }: RequestedResends,
): Promise<number> {
  const startedAt = ctx.realTime.monotonicMs();
  let handled = 0;
  for (const deliveryId of deliveryIds) {
    await resendOne(ctx, { partnerId, deliveryId }, askedAt);
    handled += 1;
    if (ctx.realTime.monotonicMs() - startedAt > budgetMs) break;
  }
  return handled;
}

async function resendOne(ctx: Ctx, which: { partnerId: string; deliveryId: string }, askedAt: Date): Promise<void> {
  if (!(await isUntouchedSince(ctx.db, which.deliveryId, failedStatuses, askedAt))) return;
  try {
    await resendDelivery(ctx, which);
  } catch (error) {
    // The delivery has meanwhile become older than 30 days, so it can no longer be sent again (D-35).
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
}
