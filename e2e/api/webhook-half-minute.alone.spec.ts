import { expect, test } from "@playwright/test";
import { sendWebhook } from "../support/controls";
import { constantsOf } from "../support/notices";
import { hostRestricted } from "../support/product";
import { type Notice, WebhookReceiver } from "../support/webhook-receiver";

// In real time: nobody moves the clock meanwhile.

test("a failure is tried again after half a minute, the same to the byte", async () => {
  test.setTimeout(60_000);
  const receiver = await WebhookReceiver.open(hostRestricted);
  receiver.answer(503, 200);
  const deliveryId = (await sendWebhook(hostRestricted)) ?? "";
  const [first, second] = (await receiver.until(deliveryId, 2)) as [Notice, Notice];
  await receiver.close();
  expect(constantsOf(second)).toEqual(constantsOf(first));
  expect(second.at - first.at).toBeGreaterThanOrEqual(30_000);
  expect(second.at - first.at).toBeLessThan(33_000);
});
