import { expect, test } from "@playwright/test";
import { sendWebhook } from "../support/controls";
import { pickConstants } from "../support/notices";
import { hostRestricted } from "../support/product";
import { type Notice, WebhookReceiver } from "../support/webhook-receiver";

// Runs in real time; no other test moves the clock meanwhile.

test("retries a failed delivery after half a minute with the same bytes", async () => {
  const receiver = await WebhookReceiver.open(hostRestricted);
  receiver.answer(503, 200);
  const deliveryId = (await sendWebhook(hostRestricted)) ?? "";
  const [first, second] = (await receiver.until(deliveryId, 2)) as [Notice, Notice];
  await receiver.close();
  expect(pickConstants(second)).toEqual(pickConstants(first));
  expect(second.at - first.at).toBeGreaterThanOrEqual(30_000);
  expect(second.at - first.at).toBeLessThan(33_000);
});
