import { expect, test } from "@playwright/test";
import { handOver, postForm, throughTheBank } from "../support/buyer";
import { approvedCard, cardWith } from "../support/cards";
import {
  advance,
  bankLog,
  bankOrders,
  calmBank,
  changeBank,
  expectNothingTaken,
  expectTaken,
} from "../support/controls";
import type { Answer } from "../support/http";
import { type CreatedPayment, Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";
import type { Card } from "../support/sandbox";

// Captures whose answer is lost. The bank is asked 5 seconds, 30 seconds, 2 minutes, 10 minutes and an hour later.
test.describe.configure({ mode: "serial" });
test.beforeEach(() => calmBank());
test.afterAll(() => calmBank());

const merchant = new Merchant(sandbox.apiUrl, other);
const statusOf = async (paymentCode: string) => (await merchant.payment(paymentCode)).status;

interface Returning extends CreatedPayment {
  /** The answer that the browser waits for. */
  readonly answer: Promise<Answer>;
}

/** A buyer who has come back from the bank and waits, while the capture is under way. */
async function returning(card: Card = approvedCard, changes: Record<string, unknown> = {}): Promise<Returning> {
  const payment = await merchant.created(changes);
  const started = await handOver(payment.paymentRef, card);
  const back = await throughTheBank(started.text);
  const answer = postForm(back.action, back.fields);
  return { ...payment, answer };
}

/** Until the bank has had the capture, or at least its connection. */
const captureSent = async ({ paymentCode }: CreatedPayment): Promise<void> => {
  await expect
    .poll(async () => (await bankLog(paymentCode)).map(({ operation }) => operation), { timeout: 10_000 })
    .toContain("capture");
};
const resultOf = async ({ answer }: Returning): Promise<string | null> => {
  const { status, headers } = await answer;
  expect(status).toBe(303);
  return new URL(headers.location ?? "").searchParams.get("result");
};

test("303 success: the answer was lost, the bank has the money, the first inquiry finds it", async () => {
  const payment = await returning(cardWith({ outcome: "capture_lost_taken" }), { amount: 7301 });
  await captureSent(payment);
  expect(await statusOf(payment.paymentCode)).toBe("initiated");
  await advance(5);
  expect(await resultOf(payment)).toBe("success");
  expect(await statusOf(payment.paymentCode)).toBe("captured");
  await expectTaken(payment.paymentCode, 7301);
  const operations = (await bankLog(payment.paymentCode)).map(({ operation }) => operation);
  expect(operations.filter((operation) => operation === "inquire").length).toBeGreaterThanOrEqual(1);
});

test("303 failure: nothing was taken, and only the second not-found after two minutes says so", async () => {
  const payment = await returning(cardWith({ outcome: "capture_lost_nothing" }));
  await captureSent(payment);
  await advance(5);
  await advance(30);
  expect(await statusOf(payment.paymentCode), "not found means nothing yet").toBe("initiated");
  await advance(120);
  expect(await resultOf(payment)).toBe("failure");
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "failed", capturedAt: null });
  await expectNothingTaken(payment.paymentCode);
  const captures = (await bankLog(payment.paymentCode)).filter(({ operation }) => operation === "capture");
  expect(captures, "a capture is never sent twice").toHaveLength(1);
});

test("303 pending after fifteen seconds; captured when the bank answers at last", async () => {
  test.setTimeout(60_000);
  await changeBank({ latencyMs: 17_000, operations: ["capture"] });
  const payment = await returning(approvedCard, { amount: 1733 });
  const before = Date.now();
  expect(await resultOf(payment)).toBe("pending");
  expect(Date.now() - before).toBeGreaterThan(12_000);
  expect(Date.now() - before).toBeLessThan(17_000);
  expect(await statusOf(payment.paymentCode)).toBe("initiated");
  await expect.poll(() => statusOf(payment.paymentCode), { timeout: 10_000 }).toBe("captured");
  await expectTaken(payment.paymentCode, 1733);
});

test("200 initiated beyond its time as long as the bank may have the money, then captured", async () => {
  await changeBank({ down: true, operations: ["inquire"] });
  const payment = await returning(cardWith({ outcome: "capture_lost_taken" }), { amount: 8080 });
  await captureSent(payment);
  await advance(1801);
  expect(await statusOf(payment.paymentCode)).toBe("initiated");
  await calmBank();
  await advance(3600);
  expect(await statusOf(payment.paymentCode)).toBe("captured");
  expect(await resultOf(payment)).toMatch(/^(success|pending)$/);
  await expectTaken(payment.paymentCode, 8080);
});

test("200 expired in the end when the bank was out of reach and has nothing", async () => {
  await changeBank({ down: true, operations: ["capture", "inquire"] });
  const payment = await returning();
  await expect.poll(async () => (await bankLog(payment.paymentCode)).length, { timeout: 10_000 }).toBeGreaterThan(0);
  await advance(1801);
  expect(await statusOf(payment.paymentCode)).toBe("initiated");
  await calmBank();
  await advance(7200);
  await advance(86_400);
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "expired", capturedAt: null });
  expect(await resultOf(payment)).toMatch(/^(failure|pending)$/);
  await expectNothingTaken(payment.paymentCode);
});

test("200 what the merchant is told is what the bank holds, however the bank fails", async () => {
  test.setTimeout(60_000);
  await changeBank({ errorRate: 1, operations: ["capture"] });
  const payments = await Promise.all(Array.from({ length: 8 }, () => returning()));
  await expect
    .poll(async () => Promise.all(payments.map(async (payment) => (await bankLog(payment.paymentCode)).length)), {
      timeout: 10_000,
    })
    .not.toContain(0);
  await calmBank();
  await advance(5);
  await advance(150);
  for (const payment of payments) {
    const [order] = await bankOrders(payment.paymentCode);
    const isTaken = (order?.captured ?? 0) > 0;
    expect(await statusOf(payment.paymentCode)).toBe(isTaken ? "captured" : "failed");
    expect(await resultOf(payment)).toBe(isTaken ? "success" : "failure");
    if (isTaken) expect(order?.captured).toBe(125_050);
  }
});

test("303 success for the next buyer once the bank is well again", async () => {
  const payment = await returning();
  expect(await resultOf(payment)).toBe("success");
});
