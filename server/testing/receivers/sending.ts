import type { DeliveryAttemptResult, WebhookMessage } from "@/server/domain/webhooks/delivery";
import { createWebhookSender, type WebhookSenderOptions } from "@/server/webhooks/sender";

const deliveryId = "whd_01K9ABCDEFGHJKMNPQRSTVWXYZ";

/** A message of an event at 2026-01-02T03:04:05 UTC, with an attempt one hour later. */
export const testMessage: WebhookMessage = {
  url: "http://127.0.0.1/",
  deliveryId,
  occurredAt: new Date("2026-01-02T03:04:05.678Z"),
  sentAt: new Date("2026-01-02T04:05:00.999Z"),
  body: Buffer.from(`{"id":"${deliveryId}","type":"webhook.test","occurredAt":"2026-01-02T03:04:05.000Z"}`),
  secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
};

/** Attempts to send that message once, in sandbox mode by default. */
export const sendTo = (url: string, options: Partial<WebhookSenderOptions> = {}): Promise<DeliveryAttemptResult> =>
  createWebhookSender({
    mode: "sandbox",
    headerPrefix: "X-Service",
    legacyHeaderPrefix: "X-Legacy",
    ...options,
  }).send({ ...testMessage, url });
