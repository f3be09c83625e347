import { expect, test } from "@playwright/test";
import { advance, calmBank, sendWebhook } from "../support/controls";
import { linksDisabled } from "../support/product";
import { WebhookReceiver } from "../support/webhook-receiver";

// Waits in real time for as long as a receiver may take to answer (§6.4).

test("treats five seconds without a response as a failure and retries", async () => {
  await calmBank();
  // The open work of other tests has ended by then.
  await advance(2 * 86_400);
  const receiver = await WebhookReceiver.open(linksDisabled);
  receiver.answer("hang", 200);
  const deliveryId = (await sendWebhook(linksDisabled)) ?? "";
  await receiver.until(deliveryId);
  // Moving the clock waits for the running attempt, and the half minute starts after its failure.
  expect((await advance(45)).fired.deliveriesAttempted).toBe(1);
  const [first, second] = receiver.about(deliveryId);
  const waitedMs = (second?.at ?? 0) - (first?.at ?? 0);
  expect(waitedMs).toBeGreaterThanOrEqual(4_900);
  expect(waitedMs).toBeLessThan(8_000);
  await receiver.close();
});
