import { claimDeliveries, findNextAttemptAt } from "@/server/store/webhooks/deliveries";
import type { Ctx } from "../ctx";
import { attemptClaimedDelivery } from "./shared/delivery-attempt";

export interface DeliveryProgress {
  /** False when the delivery was not due or another process holds its lease. */
  readonly attempted: boolean;
  /** When the delivery is due next (UTC); null when it has ended. */
  readonly nextAttemptAt: Date | null;
}

/**
 * Makes one delivery attempt if the delivery is due, and records its result (§6.4). The claim is committed before the
 * request is sent, so after a crash before the result is recorded the delivery is sent again and never lost (D-34).
 */
export async function attemptDelivery(ctx: Ctx, { deliveryId }: { deliveryId: string }): Promise<DeliveryProgress> {
  const [delivery] = await claimDeliveries(ctx.db, [deliveryId], ctx.clock.now());
  return delivery
    ? { attempted: true, nextAttemptAt: await attemptClaimedDelivery(ctx, delivery) }
    : { attempted: false, nextAttemptAt: await findNextAttemptAt(ctx.db, [deliveryId]) };
}
