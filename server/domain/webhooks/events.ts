import type { EventType } from "../states";

/** The four families of bodies (§6.2). A transaction's body names the payment, also of a refund. */
export const eventFamilies = {
  transaction: [
    "payment.captured",
    "payment.failed",
    "payment.expired",
    "refund.approved",
    "refund.declined",
  ],
  payout: ["payout.paid_out", "payout.failed"],
  payment_link: ["payment_link.completed", "payment_link.expired"],
  test: ["webhook.test"],
} as const satisfies Record<string, readonly EventType[]>;

export type EventFamily = keyof typeof eventFamilies;

export const familyOf = (type: EventType): EventFamily =>
  (Object.keys(eventFamilies) as EventFamily[]).find((family) =>
    (eventFamilies[family] as readonly EventType[]).includes(type),
  ) as EventFamily;

/** An event as its receiver hears of it. */
export interface EventNotice {
  readonly deliveryId: string;
  readonly type: EventType;
  readonly partnerId: string;
  /** The payment, the payout batch or the link that the body names; null in a test. */
  readonly subjectId: string | null;
  readonly occurredAt: Date;
}

/** A delivery has its event's id under its own prefix, so that it is known before the relay has made it. */
export const deliveryIdOf = (eventId: string): string => eventId.replace(/^evt_/, "whd_");

/** The instant that the body and the timestamp header both name: whole seconds (D-34). */
export const noticedAt = (occurredAt: Date): Date => new Date(Math.floor(occurredAt.getTime() / 1000) * 1000);

/** The bytes of a delivery (§6.2): thin, keys in the order of D-34, the same on every attempt. */
export function bodyOf(notice: EventNotice): Buffer<ArrayBuffer> {
  const { deliveryId, type, occurredAt } = notice;
  const text = JSON.stringify({
    id: deliveryId,
    type,
    ...resourceOf(notice),
    occurredAt: noticedAt(occurredAt).toISOString(),
  });
  return Buffer.from(text);
}

function resourceOf({ type, partnerId, subjectId }: EventNotice): Record<string, string | null> {
  const family = familyOf(type);
  if (family === "transaction") return { paymentCode: subjectId };
  if (family === "payment_link") return { paymentLinkId: subjectId };
  return family === "payout" ? { payoutBatchId: subjectId, partnerId } : {};
}
