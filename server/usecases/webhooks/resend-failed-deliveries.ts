import { plusMs } from "@/server/domain/clock";
import type { EventType } from "@/server/domain/states";
import { resendableMs } from "@/server/domain/webhooks/delivery";
import type { PartnerId } from "@/server/store/tenant";
import { listDeliveryIds } from "@/server/store/webhooks/delivery-list";
import type { Ctx } from "../ctx";
import { failedStatuses } from "./list-deliveries";

/** Deliveries that one press sends again: with a receiver that hangs each is a step of its own, and a run has 1,000 at most. */
export const resendsMax = 500;

export interface FailedSince {
  readonly partnerId: PartnerId;
  /** What was made before is left alone, as is what is older than thirty days (D-35). */
  readonly since: Date;
  /** Empty: of any type. */
  readonly types: readonly EventType[];
}

export interface FailedCount {
  /** At most `resendsMax`. */
  readonly count: number;
  /** There are more than one press sends. */
  readonly hasMore: boolean;
}

/** How many deliveries `resendFailedDeliveries` would send again. */
export async function countFailedDeliveries(ctx: Ctx, input: FailedSince): Promise<FailedCount> {
  const ids = await listFailed(ctx, input, resendsMax + 1);
  return { count: Math.min(ids.length, resendsMax), hasMore: ids.length > resendsMax };
}

/**
 * Has an account's failed deliveries sent again in the background, the oldest first, each once and as it was (D-35); what
 * becomes of them is in their attempts. Answers how many.
 */
export async function resendFailedDeliveries(ctx: Ctx, input: FailedSince): Promise<FailedCount> {
  const askedAt = ctx.clock.now();
  const ids = await listFailed(ctx, input, resendsMax + 1);
  const deliveryIds = ids.slice(0, resendsMax);
  if (deliveryIds.length > 0)
    await ctx.signals.resendsRequested({ partnerId: input.partnerId, deliveryIds, askedAt });
  ctx.log.info({ partnerId: input.partnerId, count: deliveryIds.length }, "Failed deliveries sent by hand");
  return { count: deliveryIds.length, hasMore: ids.length > resendsMax };
}

const listFailed = (ctx: Ctx, { partnerId, since, types }: FailedSince, countMax: number) => {
  // A moment late, so that what would be too old when its turn comes is not promised.
  const oldest = plusMs(ctx.clock.now(), -resendableMs + 1);
  return listDeliveryIds(ctx.db, {
    partnerId,
    types,
    statuses: failedStatuses,
    countMax,
    since: since > oldest ? since : oldest,
  });
};
