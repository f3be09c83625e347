import { eventType } from "inngest";
import { z } from "zod";

// The events that trigger functions. They hold ids only; everything else is read from the database when needed (S2).

/** Signals that events wait in the outbox. */
export const outboxWritten = eventType("webhook/outbox.written");

/** Signals that deliveries of one account were created and are due. */
export const deliveriesCreated = eventType("webhook/deliveries.created", {
  schema: z.object({ partnerId: z.string(), deliveryIds: z.array(z.string()) }),
});

/** Requests that deliveries of an account are sent again; those that were sent since `askedAt` are skipped. */
export const resendsRequested = eventType("webhook/resends.wanted", {
  schema: z.object({ partnerId: z.string(), deliveryIds: z.array(z.string()), askedAt: z.string() }),
});

/** Signals that a capture's outcome is unknown and the bank must be inquired (D-46). */
export const captureUnknown = eventType("capture/outcome.unknown", {
  schema: z.object({ attemptId: z.string() }),
});

/** Signals that a refund's outcome is unknown and the bank must be inquired (D-46). */
export const refundUnknown = eventType("refund/outcome.unknown", {
  schema: z.object({ refundId: z.string() }),
});
