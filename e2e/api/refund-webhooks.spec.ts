import { expect, test } from "@playwright/test";
import { cardWith, newCard } from "../support/cards";
import { now, sendWebhook } from "../support/controls";
import { Merchant } from "../support/merchant";
import { expectBody, expectSignedRequest, only } from "../support/notices";
import { linksDisabled, sandbox } from "../support/product";
import { Refunder, refundEvents, type Way } from "../support/refund-steps";
import type { Card } from "../support/sandbox";
import { WebhookReceiver } from "../support/webhook-receiver";

// Serial, because an account has one webhook address. No other test sets the address of this account.
test.describe.configure({ mode: "default" });

const merchant = new Merchant(sandbox.apiUrl, linksDisabled);
const refunder = new Refunder(merchant);

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await WebhookReceiver.open(linksDisabled);
});
test.afterEach(() => receiver.close());

/** Waits for a later webhook; a duplicate of an earlier one would have arrived before it. */
const everything = async () => receiver.until((await sendWebhook(linksDisabled)) ?? "");

interface Case {
  readonly type: "refund.approved" | "refund.declined";
  readonly way: Way;
  readonly outcome: "approved" | "void_declined" | "credit_declined";
  readonly amount?: number;
}
const cases: readonly Case[] = [
  { type: "refund.approved", way: "void", outcome: "approved" },
  { type: "refund.approved", way: "credit", outcome: "approved", amount: 5_000 },
  { type: "refund.declined", way: "void", outcome: "void_declined" },
  { type: "refund.declined", way: "credit", outcome: "credit_declined" },
];
for (const { type, way, outcome, amount } of cases) {
  test(`sends ${type} of a ${way} once, thin and signed`, async () => {
    const card: Card = outcome === "approved" ? newCard() : cardWith({ outcome });
    const paymentCode = await refunder.captured(card);
    await receiver.until(paymentCode);
    const from = (await now()).getTime();
    const answer = await refunder.ask(paymentCode, way, amount);
    expect([answer.status, answer.json().status]).toEqual([201, type.split(".")[1]]);
    await receiver.until(paymentCode, 2);
    await everything();
    const notice = only(receiver.about(paymentCode).filter(({ event }) => event.type !== "payment.captured"));
    expectBody(notice, type, { paymentCode });
    expectSignedRequest(notice, linksDisabled, receiver);
    const { resolvedAt } = await refunder.record(answer.json().refundId);
    const occurredAt = Date.parse(notice.event.occurredAt);
    expect(occurredAt).toBe(Math.floor(Date.parse(resolvedAt ?? "") / 1000) * 1000);
    expect(occurredAt).toBeGreaterThan(from - 1_000);
    const whole = notice.rawHeaders.join("\n") + notice.body.toString();
    for (const secret of [card.pan, card.pan.slice(0, 6), answer.json().refundId, ...linksDisabled.apiKeys])
      expect(whole).not.toContain(secret);
  });
}

test("sends an event with its own id for each refund of a payment, and none for a refused request", async () => {
  const paymentCode = await refunder.captured(cardWith({ outcome: "void_declined" }), { amount: 10_000 });
  await refunder.expect("declined", paymentCode, "void");
  for (const amount of [1_000, 1_000, undefined]) {
    expect((await refunder.ask(paymentCode, "automatic", 1)).status).toBe(422);
    await refunder.expect("approved", paymentCode, "credit", amount);
  }
  expect((await refunder.ask(paymentCode, "credit", 1)).status).toBe(422);
  await receiver.until(paymentCode, 5);
  await everything();
  const notices = receiver.about(paymentCode);
  expect(new Set(notices.map(({ event }) => event.id)).size).toBe(5);
  // The order of events is not guaranteed (§6.4).
  expect(refundEvents(receiver, paymentCode).sort()).toEqual([...Array(3).fill("refund.approved"), "refund.declined"]);
});
