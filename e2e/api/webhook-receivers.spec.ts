import { expect, test } from "@playwright/test";
import { sendWebhook } from "../support/controls";
import { only } from "../support/notices";
import { held, hostRestricted } from "../support/product";
import { type Notice, WebhookReceiver } from "../support/webhook-receiver";

// Receivers that are slow, broken or gone. No other test sends webhooks of these two accounts.
test.describe.configure({ mode: "default" });

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await WebhookReceiver.open(hostRestricted);
});
test.afterEach(() => receiver.close());

const send = async (): Promise<string> => (await sendWebhook(hostRestricted)) ?? "";

/** Returns the largest number of concurrent requests if each one was open for `eachMs` after its arrival. */
function openAtOnce(notices: readonly Notice[], eachMs: number): number {
  const counts = notices.map(({ at }) => notices.filter((other) => other.at <= at && at < other.at + eachMs).length);
  return Math.max(...counts);
}

test("a merchant's hanging receiver does not delay the webhooks of others", async () => {
  const hanging = await WebhookReceiver.open(held);
  hanging.answer("hang");
  const stuck = await Promise.all(Array.from({ length: 6 }, () => sendWebhook(held)));
  await hanging.until(stuck[0] ?? "");
  const sent = await Promise.all(Array.from({ length: 5 }, send));
  for (const deliveryId of sent) only(await receiver.until(deliveryId));
  // The third one follows when the first two have been given up after five seconds.
  expect(hanging.notices.length, "requests that hang, of which two may be open").toBeLessThanOrEqual(2);
  await hanging.close();
});

test("a slow receiver gets at most two concurrent requests, and every delivery once", async () => {
  const delayMs = 300;
  receiver.answer({ status: 200, delayMs });
  const sent = await Promise.all(Array.from({ length: 12 }, send));
  for (const deliveryId of sent) await receiver.until(deliveryId);
  expect(receiver.notices.map(({ event }) => event.id).sort()).toEqual(sent.sort());
  // Timers may be a millisecond early.
  expect(openAtOnce(receiver.notices, delayMs - 10)).toBeLessThanOrEqual(2);
});

for (const status of [400, 404, 408, 410, 425, 429, 499]) {
  test(`${status} is final: the delivery is not retried`, async () => {
    receiver.answer(status, 200);
    const refused = await send();
    await receiver.until(refused);
    await receiver.until(await send());
    expect(receiver.about(refused)).toHaveLength(1);
  });
}

test("does not follow a redirect", async () => {
  const target = await WebhookReceiver.open(held);
  await receiver.beAddress();
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answer({ status, headers: { Location: target.url } }, 200);
    const deliveryId = await send();
    await receiver.until(deliveryId);
  }
  expect(target.connections).toBe(0);
  await target.close();
});
