import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AttemptError, WebhookMessage } from "@/server/domain/delivery";
import { createWebhookSender, type WebhookSenderOptions } from "./sender";
import { type Behaviour, startTestReceiver, type TestReceiver } from "./test-receiver";

const deliveryId = "whd_01K9ABCDEFGHJKMNPQRSTVWXYZ";
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const body = Buffer.from(
  `{"id":"${deliveryId}","type":"webhook.test","occurredAt":"2026-01-02T03:04:05.000Z"}`,
);
const messageTo = (url: string): WebhookMessage => ({
  url,
  deliveryId,
  occurredAt: new Date("2026-01-02T03:04:05.678Z"),
  sentAt: new Date("2026-01-02T04:05:00.999Z"),
  body,
  secrets: [secret],
});
const sendTo = (url: string, options: Partial<WebhookSenderOptions> = {}) =>
  createWebhookSender({
    mode: "sandbox",
    headerPrefix: "X-Service",
    legacyHeaderPrefix: "X-Legacy",
    ...options,
  }).send(messageTo(url));

let receiver: TestReceiver;
beforeAll(async () => {
  receiver = await startTestReceiver();
});
afterAll(() => receiver.close());

describe.concurrent("what an answer comes to", () => {
  test.each<[Behaviour, AttemptError | null]>([
    [200, null],
    [201, null],
    [204, null],
    [299, null],
    [300, "redirect"],
    [301, "redirect"],
    [302, "redirect"],
    [304, "redirect"],
    [307, "redirect"],
    [308, "redirect"],
    [400, "client_error"],
    [404, "client_error"],
    [408, "client_error"],
    [410, "client_error"],
    [425, "client_error"],
    [429, "client_error"],
    [499, "client_error"],
    [500, "server_error"],
    [503, "server_error"],
    [599, "server_error"],
    [600, "malformed_response"],
    [999, "malformed_response"],
  ])("%s: %s", async (status, errorClass) => {
    const path = `/status/${status}`;
    receiver.answer(path, status);
    const result = await sendTo(receiver.url(path));
    expect(result).toMatchObject({ statusCode: status, errorClass });
    expect(await receiver.until(1, path)).toHaveLength(1);
  });
});
