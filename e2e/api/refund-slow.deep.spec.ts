import { expect, test } from "@playwright/test";
import { advance, bankLog, changeBank, now, setClock } from "../support/controls";
import { expectError } from "../support/envelope";
import { later } from "../support/istanbul";
import { expectPaidOnce, payLink } from "../support/link-buyer";
import { Merchant } from "../support/merchant";
import { hostRestricted, sandbox } from "../support/product";
import {
  expectBooksAgree,
  expectRefundEvents,
  ordersAtBank,
  Refunder,
  receiveFromNoon,
  refundEvents,
} from "../support/refund-steps";

// Waits in real time for as long as a merchant's request waits for a slow bank (D-26).
test.describe.configure({ mode: "serial" });

const amount = 40_000;
const merchant = new Merchant(sandbox.apiUrl, hostRestricted);
const refunder = new Refunder(merchant);
const receiver = receiveFromNoon(hostRestricted);

const captured = () => refunder.captured(undefined, { amount, returnUrl: "https://shop.example/return" });

test("201 pending after eight seconds when the bank takes ten, then approved automatically with one event", async () => {
  const link = await merchant.createdLink({ amount, redirectUrl: null });
  await payLink(link);
  const ofLink = (await expectPaidOnce(merchant, link, amount)).paymentCode;
  const [credited, voided] = [await captured(), await captured()];
  const paymentCodes = [credited, voided, ofLink];
  await changeBank({ latencyMs: 10_000, operations: ["void", "credit"] });
  const startedAt = performance.now();
  const timed = async (...asked: Parameters<Refunder["ask"]>) => {
    const answer = await refunder.ask(...asked);
    return { answer, ms: performance.now() - startedAt };
  };
  // One of six concurrent requests starts; the others are refused without waiting for the bank.
  const race = Promise.all(Array.from({ length: 6 }, () => timed(credited, "credit", 15_000)));
  const whole = Promise.all([timed(voided, "automatic"), timed(ofLink, "void")]);
  for (const paymentCode of paymentCodes) {
    await expect
      .poll(async () => (await refunder.getRefunds(paymentCode)).refund.pendingAmount)
      .toBe(paymentCode === credited ? 15_000 : amount);
  }

  await test.step("while it is pending", async () => {
    for (const paymentCode of paymentCodes) {
      for (const way of ["automatic", "void", "credit"] as const) {
        expectError(await refunder.ask(paymentCode, way), 409, "refund_in_progress");
      }
      const { refund, refundOptions } = await refunder.getRefunds(paymentCode);
      expect(refund).toMatchObject({ status: "none", refundedAmount: 0, items: [{ status: "pending" }] });
      expect(refundOptions).toMatchObject({
        void: { available: false, reason: "refund_pending" },
        credit: { available: false, reason: "refund_pending" },
      });
    }
    expect((await merchant.link(link.id)).status).toBe("completed");
    expectError(await merchant.cancelLink(link.id), 409, "payment_link_already_paid");
    expect(performance.now() - startedAt, "everything happened while the bank was busy").toBeLessThan(8_000);
  });

  // This passes the inquiry's due time. Moving the clock waits for the open calls.
  const moved = advance(300);
  const raced = await race;
  const begun = raced.filter(({ answer }) => answer.status === 201);
  expect(begun).toHaveLength(1);
  for (const { answer, ms } of raced.filter(({ answer }) => answer.status !== 201)) {
    expectError(answer, 409, "refund_in_progress");
    expect(ms).toBeLessThan(4_000);
  }
  for (const { answer, ms } of [...begun, ...(await whole)]) {
    expect([answer.status, answer.json().status], answer.text).toEqual([201, "pending"]);
    expect(ms).toBeGreaterThan(7_900);
    expect(ms).toBeLessThan(9_900);
  }
  expect(paymentCodes.flatMap((paymentCode) => refundEvents(receiver(), paymentCode))).toEqual([]);
  await Promise.all(paymentCodes.map((paymentCode) => expectRefundEvents(receiver(), paymentCode, "refund.approved")));
  await moved;
  for (const paymentCode of paymentCodes) {
    const asked = (await bankLog(paymentCode)).map(({ operation, outcome }) => `${operation} ${outcome}`);
    // The history is read only before a credit.
    const expected =
      paymentCode === credited
        ? ["capture approved", "history found", "credit approved"]
        : ["capture approved", "void approved"];
    expect(asked, "one call, and no inquiry afterwards").toEqual(expected);
  }
  expect((await refunder.getRefunds(credited)).refund).toMatchObject({ status: "partial", pendingAmount: 0 });
  expect((await refunder.getRefunds(ofLink)).refund).toMatchObject({ status: "full", remainingAmount: 0 });
  expect((await merchant.link(link.id)).status).toBe("completed");
  await setClock(later(await now(), 1));
  for (const paymentCode of paymentCodes) {
    expect(refundEvents(receiver(), paymentCode)).toEqual(["refund.approved"]);
  }
  expect(await ordersAtBank(paymentCodes)).toMatchObject([
    { voided: 0, credited: 15_000 },
    { voided: amount, credited: 0 },
    { voided: amount, credited: 0 },
  ]);
  await expectBooksAgree(refunder, paymentCodes);
});
