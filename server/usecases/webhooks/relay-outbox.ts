import { type MadeDelivery, relayEvents } from "@/server/store/webhooks/outbox";
import type { Ctx } from "../ctx";

export type { MadeDelivery };

/** The number of outbox events that one transaction turns into deliveries. */
export const relayBatchSize = 1_000;

/**
 * Creates the deliveries of the oldest events in the outbox, in one transaction, and returns them. A result with fewer
 * than `relayBatchSize` deliveries means that no event is left that another process does not hold.
 */
export const relayOutbox = (ctx: Ctx): Promise<MadeDelivery[]> => relayEvents(ctx.db, ctx.clock.now(), relayBatchSize);
