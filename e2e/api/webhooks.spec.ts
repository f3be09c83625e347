import { expect, test } from "@playwright/test";
import { payOverHttp } from "../support/buyer";
import { approvedCard, cardWith, newCard } from "../support/cards";
import { changePartner, control, now, sendWebhook } from "../support/controls";
import { expectError } from "../support/envelope";
import { Merchant } from "../support/merchant";
import { expectBody, expectSignedRequest, only } from "../support/notices";
import { amountLimited, sandbox } from "../support/product";
import type { Card } from "../support/sandbox";
import { WebhookReceiver } from "../support/webhook-receiver";

// Serial, because an account has one webhook address. No other test makes payments of this account.
test.describe.configure({ mode: "default" });

const merchant = new Merchant(sandbox.apiUrl, amountLimited);

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await WebhookReceiver.open(amountLimited);
});
test.afterEach(() => receiver.close());

/** Completes a payment with this card; returns it with its only webhook. */
async function completePayment(card: Card) {
  const { paymentCode, ...payment } = await merchant.created({ amount: 25_000 });
  const from = (await now()).getTime();
  await payOverHttp({ paymentCode, ...payment }, card);
  const notice = only(await receiver.until(paymentCode));
  // A duplicate would have arrived before this later webhook.
  await receiver.until((await sendWebhook(amountLimited)) ?? "");
  expect(receiver.about(paymentCode)).toHaveLength(1);
  return { notice, paymentCode, from };
}

test("sends payment.captured once, thin and signed", async () => {
  const card = newCard();
  const { notice, paymentCode, from } = await completePayment(card);
  expectBody(notice, "payment.captured", { paymentCode });
  expectSignedRequest(notice, amountLimited, receiver);
  const { status, capturedAt } = await merchant.payment(paymentCode);
  expect(status).toBe("captured");
  const occurredAt = Date.parse(notice.event.occurredAt);
  expect(occurredAt).toBe(Math.floor(Date.parse(capturedAt ?? "") / 1000) * 1000);
  expect(occurredAt).toBeGreaterThan(from - 1_000);
  const whole = notice.rawHeaders.join("\n") + notice.body.toString();
  for (const secret of [card.pan, card.pan.slice(0, 6), sandbox.sandboxKey, ...amountLimited.apiKeys])
    expect(whole).not.toContain(secret);
  expect(whole).not.toMatch(/cookie|authorization|traceparent/i);
});

for (const [outcome, failureCode] of [
  ["three_ds_failed", "three_ds_failed"],
  ["declined_insufficient_funds", "capture_declined"],
] as const) {
  test(`sends payment.failed once, without the reason: ${outcome}`, async () => {
    const { notice, paymentCode } = await completePayment(cardWith({ outcome }));
    expectBody(notice, "payment.failed", { paymentCode });
    expectSignedRequest(notice, amountLimited, receiver);
    expect(await merchant.payment(paymentCode)).toMatchObject({ status: "failed", failureCode });
  });
}

test("sends webhook.test and the two payout events like real ones", async () => {
  for (const type of ["webhook.test", "payout.paid_out", "payout.failed"] as const) {
    const deliveryId = (await sendWebhook(amountLimited, type)) ?? "";
    const notice = only(await receiver.until(deliveryId));
    expectSignedRequest(notice, amountLimited, receiver);
    const { payoutBatchId } = notice.event;
    const { partnerId } = amountLimited;
    expectBody(notice, type, type === "webhook.test" ? {} : { payoutBatchId, partnerId });
    if (type !== "webhook.test") expect(payoutBatchId).toMatch(/^\w{10,}$/);
  }
});

test("never sends events from the time without an address, not even later", async () => {
  await changePartner(amountLimited.partnerId, { webhookUrl: null });
  expect(await sendWebhook(amountLimited)).toBeNull();
  const { paymentCode, ...payment } = await merchant.created({ amount: 25_000 });
  await payOverHttp({ paymentCode, ...payment }, approvedCard);
  expect(await merchant.payment(paymentCode)).toMatchObject({ status: "captured" });
  await receiver.beAddress();
  const deliveryId = (await sendWebhook(amountLimited)) ?? "";
  await receiver.until(deliveryId);
  expect(receiver.notices.map(({ event }) => event.id)).toEqual([deliveryId]);
});

test("delivers twenty concurrent events, each once", async () => {
  const sent = await Promise.all(Array.from({ length: 20 }, () => sendWebhook(amountLimited)));
  for (const deliveryId of sent) await receiver.until(deliveryId ?? "");
  const arrived = receiver.notices.map(({ event }) => event.id);
  expect([...arrived].sort()).toEqual([...sent].sort());
  expect(new Set(arrived).size).toBe(20);
});

test.describe("400 for a forbidden webhook address, and the old one stays", () => {
  const wrong = [
    "",
    "shop.example/hook",
    "/hook",
    "ftp://shop.example/hook",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user@shop.example/hook",
    "https://user:password@shop.example/hook",
    "https://shop.example:22/hook",
    "https://shop.example:81/hook",
    "http://shop.example:1024/hook",
    "https://shop.example:0/hook",
    "https://shop.example:65536/hook",
    "https://shop.example\\@evil.example/hook",
    "https://shop.example /hook",
    "https://shop.example/hook\n",
    "https:///hook",
    "https://shop.example./hook",
    "https://shop%2eexample/hook",
    `https://shop.example/${"x".repeat(2_048)}`,
  ];
  for (const webhookUrl of wrong) {
    test(`400 ${JSON.stringify(webhookUrl.slice(0, 60))}`, async () => {
      const target = `/sandbox/partners/${amountLimited.partnerId}`;
      expectError(await control("PATCH", target, { webhookUrl }), 400, "validation_error");
      expect(await changePartner(amountLimited.partnerId, {})).toMatchObject({ webhookUrl: receiver.url });
    });
  }
});

test("404 for an unknown account and 400 for an unknown type; nothing is sent", async () => {
  const target = `/sandbox/partners/${amountLimited.partnerId}/webhooks`;
  expectError(
    await control("POST", "/sandbox/partners/prt_nobody/webhooks", { type: "webhook.test" }),
    404,
    "not_found",
  );
  for (const body of [{}, { type: "payment.captured" }, { type: "refund.approved" }, { type: 1 }]) {
    expectError(await control("POST", target, body), 400, "validation_error");
  }
  expect(receiver.notices).toEqual([]);
});
