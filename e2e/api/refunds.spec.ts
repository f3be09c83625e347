import { expect, test } from "@playwright/test";
import { payOverHttp } from "../support/buyer";
import { cardWith } from "../support/cards";
import { expectError } from "../support/envelope";
import { Merchant } from "../support/merchant";
import { demo, other, sandbox } from "../support/product";
import {
  expectBooksAgree,
  newRefundCode,
  ordersAtBank,
  outcomesAtBank,
  Refunder,
  type Way,
} from "../support/refund-steps";

// Everything on the day of the capture. The files that move the clock cover the time after day-end.
const merchant = new Merchant(sandbox.apiUrl, demo);
const refunder = new Refunder(merchant);
const amount = 125_050;
// 2.5% of 1,250.50 TRY is 31.2625 TRY.
const commission = 3_126;
const ways: readonly Way[] = ["automatic", "void", "credit"];

test.describe("201 void of a whole payment on the same day, including the commission", () => {
  for (const [way, sent] of [
    ["automatic", undefined],
    ["automatic", amount],
    ["void", undefined],
    ["void", amount],
  ] as const) {
    test(`201 ${way}, ${sent ? "with" : "without"} an amount`, async () => {
      const paymentCode = await refunder.captured();
      const answer = await refunder.ask(paymentCode, way, sent);
      expect(answer.status, answer.text).toBe(201);
      const { refundId } = answer.json();
      expect(refundId).toMatch(/^rf_[0-9A-HJKMNP-TV-Z]{26}$/);
      expect(answer.text).toBe(JSON.stringify({ refundId, method: "void", status: "approved" }));
      const { refund, refundOptions } = await refunder.getRefunds(paymentCode);
      expect(refund).toMatchObject({
        status: "full",
        refundedAmount: amount,
        pendingAmount: 0,
        remainingAmount: 0,
        items: [{ refundId, method: "void", status: "approved", amount, failureCode: null }],
      });
      const none = { available: false, reason: "fully_refunded" };
      expect(refundOptions).toMatchObject({ void: none, credit: none, automaticPartialFrom: null });
      expect(await merchant.payment(paymentCode)).toMatchObject({
        status: "captured",
        commission: { amount: commission, reversedAmount: commission, netAmount: 0 },
      });
      expect(await ordersAtBank([paymentCode])).toMatchObject([{ captured: amount, voided: amount, credited: 0 }]);
      for (const way of ways) expectError(await refunder.ask(paymentCode, way, 1), 422, "payment_not_refundable");
    });
  }
});

test("201 for partial credits until nothing remains; the commission stays, and a void is no longer possible", async () => {
  const paymentCode = await refunder.captured();
  const first = await refunder.expect("approved", paymentCode, "credit", 25_000);
  const partly = await merchant.payment(paymentCode);
  expect(partly).toMatchObject({
    commission: { amount: commission, reversedAmount: 0, netAmount: amount - commission - 25_000 },
    refund: { status: "partial", refundedAmount: 25_000, pendingAmount: 0, remainingAmount: 100_050 },
    refundOptions: {
      void: { available: false, reason: "partly_refunded" },
      credit: { available: true, reason: null },
    },
  });
  for (const sent of [undefined, 100_050, amount - 1])
    expect((await refunder.ask(paymentCode, "void", sent)).status, "only a whole payment can be voided").toBe(422);
  expectError(await refunder.ask(paymentCode, "void"), 422, "refund_method_not_available");
  expectError(await refunder.ask(paymentCode, "automatic", 25_000), 422, "refund_not_yet_available");
  expectError(await refunder.ask(paymentCode, "credit", 100_051), 422, "refund_amount_exceeds_remaining");

  // Two equal requests with two codes are two refunds (D-27).
  const second = await refunder.expect("approved", paymentCode, "credit", 25_000);
  const rest = (await refunder.ask(paymentCode, "automatic")).json();
  expect(rest, "the remaining amount after a credit").toMatchObject({ method: "credit", status: "approved" });
  const { refund } = await refunder.getRefunds(paymentCode);
  expect(refund).toMatchObject({ status: "full", refundedAmount: amount, remainingAmount: 0 });
  expect(refund.items.map((item) => [item.refundId, item.amount])).toEqual([
    [rest.refundId, 75_050] as const,
    [second, 25_000],
    [first, 25_000],
  ]);
  expect((await merchant.payment(paymentCode)).commission).toMatchObject({ netAmount: -commission });
  expect(await ordersAtBank([paymentCode])).toMatchObject([{ captured: amount, voided: 0, credited: amount }]);
  await expectBooksAgree(refunder, [paymentCode]);
});

test("422 for a partial refund on the same day by the automatic or the void endpoint; nothing is written", async () => {
  const paymentCode = await refunder.captured();
  const code = newRefundCode();
  for (const sent of [1, 25_000, amount - 1]) {
    expectError(await refunder.ask(paymentCode, "automatic", sent, code), 422, "refund_not_yet_available");
    expectError(await refunder.ask(paymentCode, "void", sent, code), 422, "refund_method_not_available");
  }
  expect((await refunder.getRefunds(paymentCode)).refund).toMatchObject({ status: "none", items: [] });
  expectError(await merchant.get(`/v1/refunds?partnerRefundCode=${code}`), 404, "refund_not_found");
  await refunder.expect("approved", paymentCode, "credit", 1, code);
});

test("422 on a direct-collection terminal for everything except a whole same-day void", async () => {
  const paymentCode = await refunder.captured(undefined, {}, "direct");
  for (const [way, sent] of [
    ["credit", undefined],
    ["credit", amount],
    ["credit", 1],
    ["automatic", 1],
    ["void", amount - 1],
  ] as const)
    expectError(await refunder.ask(paymentCode, way, sent), 422, "direct_refund_not_allowed");
  expectError(await refunder.ask(paymentCode, "credit", amount + 1), 422, "refund_amount_exceeds_remaining");
  expect((await refunder.getRefunds(paymentCode)).refundOptions).toMatchObject({
    void: { available: true, reason: null },
    credit: { available: false, reason: "direct_collection" },
    automaticPartialFrom: null,
  });
  await refunder.expect("approved", paymentCode, "void");
  expect((await refunder.getRefunds(paymentCode)).refundOptions).toMatchObject({
    void: { available: false, reason: "fully_refunded" },
  });
});

test("422 for one kuruş more than the remaining amount, and for the largest number", async () => {
  const paymentCode = await refunder.captured();
  for (const way of ways) {
    for (const sent of [amount + 1, 1_000_000_001, Number.MAX_SAFE_INTEGER])
      expectError(await refunder.ask(paymentCode, way, sent), 422, "refund_amount_exceeds_remaining");
  }
  expect(await refunder.left(paymentCode)).toBe(amount);
});

test("422 for a payment that was not captured, and for a failed one", async () => {
  const { paymentCode } = await merchant.created();
  const refused = await merchant.created();
  await payOverHttp(refused, cardWith({ outcome: "declined_insufficient_funds" }));
  for (const code of [paymentCode, refused.paymentCode]) {
    for (const way of ways) {
      expectError(await refunder.ask(code, way), 422, "payment_not_refundable");
      expectError(await refunder.ask(code, way, amount + 1), 422, "payment_not_refundable");
    }
  }
  expect(await merchant.payment(paymentCode)).toMatchObject({
    refund: { status: "none", remainingAmount: 0, items: [] },
    refundOptions: null,
  });
});

test("409 for a refund code that the account has used before, on any payment, with any key and any outcome", async () => {
  const [one, two] = [await refunder.captured(), await refunder.captured()];
  const code = `İade ${newRefundCode()}`;
  const refundId = await refunder.expect("approved", one, "credit", 25_000, code);
  const second = new Refunder(new Merchant(sandbox.apiUrl, demo, demo.apiKeys[1]));
  for (const from of [refunder, second]) {
    for (const paymentCode of [one, two])
      expectError(await from.ask(paymentCode, "credit", 25_000, code), 409, "refund_in_progress");
  }
  expect((await refunder.getRefunds(one)).refund.items.map((item) => item.refundId)).toEqual([refundId]);
  expect(await refunder.left(two)).toBe(amount);
  // Codes are compared byte by byte, so another letter case is another code. Another account may use the same code.
  await refunder.expect("approved", two, "credit", 25_000, code.toLowerCase());
  await refunder.expect("approved", two, "credit", 25_000, `${code} `);
  const stranger = new Refunder(new Merchant(sandbox.apiUrl, other));
  await stranger.expect("approved", await stranger.captured(), "void", undefined, code);
});

test.describe("201 declined when the card's bank refuses", () => {
  for (const [outcome, way, otherWay] of [
    ["void_declined", "void", "credit"],
    ["credit_declined", "credit", "void"],
  ] as const) {
    test(`201 declined by ${outcome}; the amount remains, the code is used, the other method is possible`, async () => {
      const paymentCode = await refunder.captured(cardWith({ outcome }));
      const code = newRefundCode();
      const refundId = await refunder.expect("declined", paymentCode, way, undefined, code);
      expect(await refunder.record(refundId)).toMatchObject({
        method: way,
        status: "declined",
        amount,
        failureCode: "declined_by_bank",
        resolvedAt: expect.any(String),
      });
      expect(await merchant.payment(paymentCode)).toMatchObject({
        commission: { reversedAmount: 0, netAmount: amount - commission },
        refund: { status: "none", refundedAmount: 0, pendingAmount: 0, remainingAmount: amount },
        refundOptions: { void: { available: true }, credit: { available: true } },
      });
      expectError(await refunder.ask(paymentCode, way, undefined, code), 409, "refund_in_progress");
      await refunder.expect("declined", paymentCode, way);
      const atBank = await outcomesAtBank([paymentCode], way, 2);
      expect(atBank, "one call for each").toEqual([expect.stringContaining("declined")]);
      await refunder.expect("approved", paymentCode, otherWay);
      const { refund } = await refunder.getRefunds(paymentCode);
      expect(refund.items.map(({ status }) => status)).toEqual(["approved", "declined", "declined"]);
      expect(refund).toMatchObject({ status: "full", refundedAmount: amount, remainingAmount: 0 });
      await expectBooksAgree(refunder, [paymentCode]);
    });
  }
});

test.describe("exactly one of 25 concurrent requests is accepted (S26)", () => {
  test("201 once, 409 or 422 for the others: whole refunds with different codes over all three endpoints", async () => {
    const paymentCode = await refunder.captured();
    const all = await Promise.all(
      Array.from({ length: 25 }, (_, n) => refunder.ask(paymentCode, ways[n % 3] ?? "void")),
    );
    const accepted = all.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(1);
    // Requests after the approval find no remaining amount.
    for (const answer of all.filter(({ status }) => status !== 201)) {
      if (answer.status === 422) expectError(answer, 422, "payment_not_refundable");
      else expectError(answer, 409, "refund_in_progress");
    }
    const { refund } = await refunder.getRefunds(paymentCode);
    expect(refund.items.map((item) => item.refundId)).toEqual([accepted[0]?.json().refundId]);
    await expectBooksAgree(refunder, [paymentCode]);
  });
  test("201 once, 409 for the others: one code for parts of three payments", async () => {
    const payments = [await refunder.captured(), await refunder.captured(), await refunder.captured()];
    const code = newRefundCode();
    const all = await Promise.all(
      Array.from({ length: 25 }, (_, n) => refunder.ask(payments[n % 3] ?? "", "credit", 1_000, code)),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, ...Array(24).fill(409)]);
    const left = await Promise.all(payments.map((paymentCode) => refunder.left(paymentCode)));
    expect(left.sort()).toEqual([amount - 1_000, amount, amount]);
    const orders = await ordersAtBank(payments);
    expect(orders.reduce((sum, { credited }) => sum + credited, 0)).toBe(1_000);
  });
});
