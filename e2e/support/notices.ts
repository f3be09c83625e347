import { createHmac } from "node:crypto";
import { expect } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { Partner } from "./sandbox";
import type { Notice, WebhookReceiver } from "./webhook-receiver";

/** Expects exactly one request and returns it. */
export function only(notices: readonly Notice[]): Notice {
  expect(notices).toHaveLength(1);
  return notices[0] as Notice;
}

/** Returns the parts that every attempt of a delivery repeats byte for byte: the body and both header sets of §6.3. */
export const pickConstants = ({ body, headers }: Notice): Record<string, unknown> => ({
  body: body.toString(),
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => /^(x-service|x-legacy)-/.test(name))),
});

/**
 * Expects the request of §6.2, §6.3, D-34 and D-36: both header sets and the standard webhook headers, nothing else.
 */
export function expectSignedRequest(
  notice: Notice,
  { webhookSecret }: Partner,
  { openedAt }: Pick<WebhookReceiver, "openedAt">,
): void {
  const { body, headers, event } = notice;
  const { host, connection, "webhook-timestamp": sentAt = "", "webhook-signature": standard, ...others } = headers;
  const signature = `sha256=${createHmac("sha256", webhookSecret).update(body).digest("hex")}`;
  const timestamp = String(Date.parse(event.occurredAt) / 1000);
  expect(others).toEqual({
    "content-type": "application/json",
    "content-length": String(body.length),
    "user-agent": "Vezne-Webhooks/1",
    "accept-encoding": "identity",
    "x-service-signature": signature,
    "x-service-timestamp": timestamp,
    "x-service-delivery-id": event.id,
    "x-legacy-signature": signature,
    "x-legacy-timestamp": timestamp,
    "x-legacy-delivery-id": event.id,
    "webhook-id": event.id,
  });
  // The request is sent in real time, whatever the product's clock shows.
  expect(Number(sentAt)).toBeGreaterThanOrEqual(Math.floor(openedAt / 1_000));
  expect(Number(sentAt) * 1_000).toBeLessThanOrEqual(notice.at);
  const standardHeaders = {
    "webhook-id": event.id,
    "webhook-timestamp": String(sentAt),
    "webhook-signature": String(standard),
  };
  expect(new Webhook(webhookSecret).verify(body, standardHeaders)).toEqual(event);
}

/** Expects a body of exactly these members in this order, without white space. */
export function expectBody({ body, event }: Notice, type: string, resource: Readonly<Record<string, unknown>>): void {
  const { id, occurredAt } = event;
  expect(id).toMatch(/^whd_\w{20,}$/);
  expect(occurredAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  expect(body.toString()).toBe(JSON.stringify({ id, type, ...resource, occurredAt }));
}
