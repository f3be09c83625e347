import type { EventType } from "../states";

/**
 * The four families of event types, each with its own body (§6.2). The body of a refund event names the payment as
 * well.
 */
export const eventFamilies = {
  transaction: ["payment.captured", "payment.failed", "payment.expired", "refund.approved", "refund.declined"],
  payout: ["payout.paid_out", "payout.failed"],
  payment_link: ["payment_link.completed", "payment_link.expired"],
  test: ["webhook.test"],
} as const satisfies Record<string, readonly EventType[]>;

export type EventFamily = keyof typeof eventFamilies;

export const toEventFamily = (type: EventType): EventFamily =>
  (Object.keys(eventFamilies) as EventFamily[]).find((family) =>
    (eventFamilies[family] as readonly EventType[]).includes(type),
  ) as EventFamily;

/** The data of an event that its webhook contains. */
export interface EventNotice {
  readonly deliveryId: string;
  readonly type: EventType;
  readonly partnerId: string;
  /** The id of the payment, payout batch or link that the body names; null for a test event. */
  readonly subjectId: string | null;
  readonly occurredAt: Date;
}

/**
 * Returns the id of an event's delivery: the event's id with another prefix, so it is known before the relay creates
 * it.
 */
export const toDeliveryId = (eventId: string): string => eventId.replace(/^evt_/, "whd_");

/** Rounds an instant down to whole seconds, as the body and the timestamp header have it (D-34). */
export const toWholeSeconds = (occurredAt: Date): Date => new Date(Math.floor(occurredAt.getTime() / 1000) * 1000);

/**
 * Builds the body of a delivery (§6.2): ids only, with the keys in the order of D-34. Every attempt sends the same
 * bytes.
 */
export function buildDeliveryBody(notice: EventNotice): Buffer<ArrayBuffer> {
  const { deliveryId, type, occurredAt } = notice;
  const text = JSON.stringify({
    id: deliveryId,
    type,
    ...toResourceFields(notice),
    occurredAt: toWholeSeconds(occurredAt).toISOString(),
  });
  return Buffer.from(text);
}

function toResourceFields({ type, partnerId, subjectId }: EventNotice): Record<string, string | null> {
  const family = toEventFamily(type);
  if (family === "transaction") return { paymentCode: subjectId };
  if (family === "payment_link") return { paymentLinkId: subjectId };
  return family === "payout" ? { payoutBatchId: subjectId, partnerId } : {};
}
