import { plusMs } from "@/server/domain/clock";
import type { EventType } from "@/server/domain/states";
import { resendableMs } from "@/server/domain/webhooks/delivery";
import type { PartnerId } from "@/server/store/tenant";
import { listDeliveryIds } from "@/server/store/webhooks/delivery-list";
import type { Ctx } from "../ctx";
import { failedStatuses } from "./queries";

/**
 * The number of deliveries that one request sends again. When the receiver hangs, each delivery takes a step of its
 * own, and a run of a background function has at most 1,000 steps.
 */
export const resendsMax = 500;

export interface FailedSince {
  readonly partnerId: PartnerId;
  /** Only deliveries created from this instant on (UTC), and within the last 30 days (D-35), are included. */
  readonly since: Date;
  /** An empty list means every type. */
  readonly types: readonly EventType[];
}

export interface FailedCount {
  /** At most `resendsMax`. */
  readonly count: number;
  /** Whether there are more than one request sends. */
  readonly hasMore: boolean;
}

/** Counts the deliveries that `resendFailedDeliveries` would send again. */
export async function countFailedDeliveries(ctx: Ctx, input: FailedSince): Promise<FailedCount> {
  const ids = await listFailed(ctx, input, resendsMax + 1);
  return { count: Math.min(ids.length, resendsMax), hasMore: ids.length > resendsMax };
}

/**
 * Requests that a background function sends an account's failed deliveries again, oldest first, each once and with the
 * same bytes (D-35). Returns how many; their attempts show the results.
 */
export async function resendFailedDeliveries(ctx: Ctx, input: FailedSince): Promise<FailedCount> {
  const askedAt = ctx.clock.now();
  const ids = await listFailed(ctx, input, resendsMax + 1);
  const deliveryIds = ids.slice(0, resendsMax);
  if (deliveryIds.length > 0) await ctx.signals.resendsRequested({ partnerId: input.partnerId, deliveryIds, askedAt });
  ctx.log.info({ partnerId: input.partnerId, count: deliveryIds.length }, "Failed deliveries will be sent again");
  return { count: deliveryIds.length, hasMore: ids.length > resendsMax };
}

const listFailed = (ctx: Ctx, { partnerId, since, types }: FailedSince, countMax: number) => {
  // One millisecond later than the limit, so that no delivery is counted that is already too old to be sent.
  const oldest = plusMs(ctx.clock.now(), -resendableMs + 1);
  return listDeliveryIds(ctx.db, {
    partnerId,
    types,
    statuses: failedStatuses,
    countMax,
    since: since > oldest ? since : oldest,
  });
};
