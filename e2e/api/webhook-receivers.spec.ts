import { expect, test } from "@playwright/test";
import { sendWebhook } from "../support/controls";
import { only } from "../support/notices";
import { held, hostRestricted } from "../support/product";
import { WebhookReceiver } from "../support/webhook-receiver";

// Receivers that are slow, broken or gone. No other test sends webhooks of these two accounts.
test.describe.configure({ mode: "default" });

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await WebhookReceiver.open(hostRestricted);
});
test.afterEach(() => receiver.close());

const send = async (): Promise<string> => (await sendWebhook(hostRestricted)) ?? "";

test("a merchant's hanging receiver does not delay the webhooks of others", async () => {
  const hanging = await WebhookReceiver.open(held);
  hanging.answer("hang");
  const stuck = await Promise.all(Array.from({ length: 12 }, () => sendWebhook(held)));
  await hanging.until(stuck[0] ?? "");
  const sent = await Promise.all(Array.from({ length: 5 }, send));
  for (const deliveryId of sent) only(await receiver.until(deliveryId));
  // Each pair is given up after five seconds, so whatever waited for all of them would come half a minute later.
  expect(hanging.notices.length, "others do not wait for all that hang").toBeLessThan(stuck.length);
  expect(hanging.openAtMost).toBeLessThanOrEqual(2);
  await hanging.close();
});

test("a slow receiver gets at most two concurrent requests, and every delivery once", async () => {
  receiver.answer({ status: 200, delayMs: 300 });
  const sent = await Promise.all(Array.from({ length: 12 }, send));
  for (const deliveryId of sent) await receiver.until(deliveryId);
  expect(receiver.notices.map(({ event }) => event.id).sort()).toEqual(sent.sort());
  expect(receiver.openAtMost).toBeLessThanOrEqual(2);
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
