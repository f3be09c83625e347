import { eventType } from "inngest";
import { z } from "zod";

/** What wakes functions. Ids only: everything else is read from the database when it is needed (S2). */

/** Events wait in the outbox. */
export const outboxWritten = eventType("webhook/outbox.written");

/** Deliveries of one account were made and are due. */
export const deliveriesCreated = eventType("webhook/deliveries.created", {
  schema: z.object({ partnerId: z.string(), deliveryIds: z.array(z.string()) }),
});

/** Somebody wants deliveries of an account sent again; those that were since `askedAt` are left alone. */
export const resendsWanted = eventType("webhook/resends.wanted", {
  schema: z.object({ partnerId: z.string(), deliveryIds: z.array(z.string()), askedAt: z.string() }),
});

/** A capture's outcome is unknown, so the bank is to be inquired (D-46). */
export const outcomeUnknown = eventType("capture/outcome.unknown", {
  schema: z.object({ attemptId: z.string() }),
});

/** The same of a refund. */
export const refundUnknown = eventType("refund/outcome.unknown", {
  schema: z.object({ refundId: z.string() }),
});
