import { AppError } from "@/server/domain/errors";
import { isUntouchedSince } from "@/server/store/webhooks/delivery-list";
import type { Ctx, RequestedResends } from "../ctx";
import { failedStatuses } from "./list-deliveries";
import { resendDelivery } from "./resend-delivery";

/** A step of a background function should be short: what is left goes on in the next. Real time, ms. */
const budgetMs = 5_000;

/**
 * Sends failed deliveries of an account again, one after the other, until its time is over; answers how many it has handled,
 * at least one. A delivery that has arrived meanwhile, or was sent by hand since it was asked for, is passed over: a step that is repeated
 * after a crash, and a second press of the same button, send nothing twice.
 */
export async function resendDeliveries(
  ctx: Ctx,
  { partnerId, deliveryIds, askedAt }: RequestedResends,
): Promise<number> {
  const startedAt = performance.now();
  let handled = 0;
  for (const deliveryId of deliveryIds) {
    await resendOne(ctx, { partnerId, deliveryId }, askedAt);
    handled += 1;
    if (performance.now() - startedAt > budgetMs) break;
  }
  return handled;
}

async function resendOne(
  ctx: Ctx,
  which: { partnerId: string; deliveryId: string },
  askedAt: Date,
): Promise<void> {
  if (!(await isUntouchedSince(ctx.db, which.deliveryId, failedStatuses, askedAt))) return;
  try {
    await resendDelivery(ctx, which);
  } catch (error) {
    // Its thirty days have ended since: there is nothing to try again.
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
}
