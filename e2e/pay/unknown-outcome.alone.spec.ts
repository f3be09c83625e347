import { expect, test } from "@playwright/test";
import { cardWith } from "../support/cards";
import {
  advance,
  bankLog,
  bankOrders,
  calmBank,
  changeBank,
  expectNothingTaken,
  expectTaken,
} from "../support/controls";
import { type CreatedPayment, Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";
import { readResult, returnFromBank } from "../support/returning";
import type { Card } from "../support/sandbox";

// Captures whose answer is lost. The bank is inquired after 5 seconds, 30 seconds, 2 minutes, 10 minutes and an hour.
test.describe.configure({ mode: "serial" });
test.beforeEach(() => calmBank());
test.afterAll(() => calmBank());

const merchant = new Merchant(sandbox.apiUrl, other);
const readStatus = async (paymentCode: string) => (await merchant.payment(paymentCode)).status;

const returning = (card?: Card, changes?: Record<string, unknown>) => returnFromBank(merchant, card, changes);

/** Waits until the bank has received the capture, or at least its connection. */
const captureSent = async ({ paymentCode }: CreatedPayment): Promise<void> => {
  await expect.poll(async () => (await bankLog(paymentCode)).map(({ operation }) => operation)).toContain("capture");
};

test("303 success when the answer is lost and the first inquiry finds the money", async () => {
  const payment = await returning(cardWith({ outcome: "capture_lost_taken" }), { amount: 7301 });
  await captureSent(payment);
  expect(await readStatus(payment.paymentCode)).toBe("initiated");
  await advance(5);
  expect(await readResult(payment)).toBe("success");
  expect(await readStatus(payment.paymentCode)).toBe("captured");
  await expectTaken(payment.paymentCode, 7301);
  const operations = (await bankLog(payment.paymentCode)).map(({ operation }) => operation);
  expect(operations.filter((operation) => operation === "inquire").length).toBeGreaterThanOrEqual(1);
});

test("303 failure when nothing was taken, only after the second not-found after two minutes", async () => {
  const payment = await returning(cardWith({ outcome: "capture_lost_nothing" }));
  await captureSent(payment);
  await advance(5);
  await advance(30);
  expect(await readStatus(payment.paymentCode), "the first not-found does not decide").toBe("initiated");
  await advance(120);
  expect(await readResult(payment)).toBe("failure");
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "failed", capturedAt: null });
  await expectNothingTaken(payment.paymentCode);
  const captures = (await bankLog(payment.paymentCode)).filter(({ operation }) => operation === "capture");
  expect(captures, "a capture is never sent twice").toHaveLength(1);
});

test("200 initiated after the expiry time while the bank may have the money, then captured", async () => {
  await changeBank({ down: true, operations: ["inquire"] });
  const payment = await returning(cardWith({ outcome: "capture_lost_taken" }), { amount: 8080 });
  await captureSent(payment);
  await advance(1801);
  expect(await readStatus(payment.paymentCode)).toBe("initiated");
  await calmBank();
  await advance(3600);
  expect(await readStatus(payment.paymentCode)).toBe("captured");
  expect(await readResult(payment)).toMatch(/^(success|pending)$/);
  await expectTaken(payment.paymentCode, 8080);
});

test("200 expired finally when the bank was unreachable and has no money", async () => {
  await changeBank({ down: true, operations: ["capture", "inquire"] });
  const payment = await returning();
  await expect.poll(async () => (await bankLog(payment.paymentCode)).length).toBeGreaterThan(0);
  await advance(1801);
  expect(await readStatus(payment.paymentCode)).toBe("initiated");
  await calmBank();
  await advance(7200);
  await advance(86_400);
  expect(await merchant.payment(payment.paymentCode)).toMatchObject({ status: "expired", capturedAt: null });
  expect(await readResult(payment)).toMatch(/^(failure|pending)$/);
  await expectNothingTaken(payment.paymentCode);
});

test("200 with the outcome that the bank has on record, for every failure of the bank", async () => {
  await changeBank({ errorRate: 1, operations: ["capture"] });
  const payments = await Promise.all(Array.from({ length: 8 }, () => returning()));
  await expect
    .poll(async () => Promise.all(payments.map(async (payment) => (await bankLog(payment.paymentCode)).length)))
    .not.toContain(0);
  await calmBank();
  await advance(5);
  await advance(150);
  for (const payment of payments) {
    const [order] = await bankOrders(payment.paymentCode);
    const isTaken = (order?.captured ?? 0) > 0;
    expect(await readStatus(payment.paymentCode)).toBe(isTaken ? "captured" : "failed");
    expect(await readResult(payment)).toBe(isTaken ? "success" : "failure");
    if (isTaken) expect(order?.captured).toBe(125_050);
  }
});

test("303 success for the next buyer when the bank works again", async () => {
  const payment = await returning();
  expect(await readResult(payment)).toBe("success");
});
