import { type MadeDelivery, relayEvents } from "@/server/store/webhooks/outbox";

export type { MadeDelivery };

import type { Ctx } from "../ctx";

/** Events made into deliveries in one transaction. */
export const relayedAtOnce = 1_000;

/** Makes deliveries of the events that wait in the outbox, oldest first; fewer than `relayedAtOnce` when none is left. */
export const relayOutbox = (ctx: Ctx): Promise<MadeDelivery[]> =>
  relayEvents(ctx.db, ctx.clock.now(), relayedAtOnce);
