import { expect, test } from "@playwright/test";
import { cardWith } from "../support/cards";
import { advance, bankLog, calmBank, changeBank, now, setClock } from "../support/controls";
import { expectError } from "../support/envelope";
import { later } from "../support/istanbul";
import { Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";
import {
  expectBooksAgree,
  expectRefundEvents,
  newRefundCode,
  nextNoon,
  ordersAtBank,
  outcomesAtBank,
  Refunder,
  receiveFromNoon,
  refundEvents,
} from "../support/refund-steps";

// Refunds with an unknown outcome are inquired and never sent again, and the ledger is right in every case.
test.describe.configure({ mode: "serial" });

const amount = 40_000;
const refunder = new Refunder(new Merchant(sandbox.apiUrl, other));
const receiver = receiveFromNoon(other);

const captured = (outcome = "approved") => refunder.captured(cardWith({ outcome }), { amount });
const several = async (count: number): Promise<string[]> => {
  const made: string[] = [];
  while (made.length < count) made.push(await captured());
  return made;
};
const sent = async (paymentCode: string, operation: "void" | "credit" | "history") =>
  (await bankLog(paymentCode)).filter((item) => item.operation === operation).length;

test("201 pending, then approved by the bank's history with one event, for a credit whose answer was lost", async () => {
  const paymentCode = await captured("credit_lost_taken");
  const refundId = await refunder.expect("pending", paymentCode, "credit", 15_000);
  expect(refundEvents(receiver(), paymentCode)).toEqual([]);
  expect(await refunder.getRefunds(paymentCode)).toMatchObject({
    refund: { status: "none", refundedAmount: 0, pendingAmount: 15_000, remainingAmount: 25_000 },
  });
  await advance(6);
  expect(await refunder.record(refundId)).toMatchObject({ status: "approved", failureCode: null });
  await advance(24 * 3600);
  await expectRefundEvents(receiver(), paymentCode, "refund.approved");
  expect(await sent(paymentCode, "credit"), "never sent again").toBe(1);
  expect(await sent(paymentCode, "history"), "read once before it was sent and once after").toBe(2);
  expect(await ordersAtBank([paymentCode])).toMatchObject([{ captured: amount, voided: 0, credited: 15_000 }]);
  await expectBooksAgree(refunder, [paymentCode]);
});

test("201 pending, then approved one after another, for two equal credits whose answers are both lost", async () => {
  const paymentCode = await captured("credit_lost_taken");
  for (const done of [1, 2]) {
    await refunder.expect("pending", paymentCode, "credit", 10_000);
    await advance(6);
    expect((await refunder.getRefunds(paymentCode)).refund).toMatchObject({
      refundedAmount: done * 10_000,
      pendingAmount: 0,
    });
  }
  await expectBooksAgree(refunder, [paymentCode]);
});

for (const method of ["void", "credit"] as const) {
  test(`201 pending, then declined with not_processed when a ${method} never reached the bank; a new code works`, async () => {
    const paymentCode = await captured();
    await changeBank({ down: true, operations: [method] });
    const code = newRefundCode();
    const refundId = await refunder.expect("pending", paymentCode, method, amount, code);
    await advance(60);
    expect(await refunder.record(refundId), "one or two early inquiries do not decide").toMatchObject({
      status: "pending",
    });
    await advance(75);
    expect(await refunder.record(refundId)).toMatchObject({
      status: "declined",
      failureCode: "not_processed",
    });
    expect(await refunder.left(paymentCode)).toBe(amount);
    await calmBank();
    expectError(await refunder.ask(paymentCode, method, amount, code), 409, "refund_in_progress");
    await refunder.expect("approved", paymentCode, method, amount);
    await expectRefundEvents(receiver(), paymentCode, "refund.declined", "refund.approved");
    expect(await outcomesAtBank([paymentCode], method, 2)).toEqual(["approved"]);
    await expectBooksAgree(refunder, [paymentCode]);
  });
}

test("201 pending while the bank does not respond, and resolved when it responds again", async () => {
  const paymentCode = await captured();
  await changeBank({ down: true });
  const refundId = await refunder.expect("pending", paymentCode, "credit", 5_000);
  await advance(20 * 60);
  expect(await refunder.record(refundId)).toMatchObject({ status: "pending", resolvedAt: null });
  expectError(await refunder.ask(paymentCode, "credit", 5_000), 409, "refund_in_progress");
  await calmBank();
  await advance(24 * 3600);
  expect(await refunder.record(refundId)).toMatchObject({ status: "declined", failureCode: "not_processed" });
  expect(await refunder.left(paymentCode)).toBe(amount);
  expect(await sent(paymentCode, "credit"), "never sent again").toBe(1);
  await expectBooksAgree(refunder, [paymentCode]);
});

/** Starts rounds of refunds whose answers are lost, until the bank has processed some of them but not all. */
async function lose(
  method: "void" | "credit",
  round: () => Promise<string[]>,
  before = 0,
): Promise<{ done: string[]; notDone: string[] }> {
  const done: string[] = [];
  const notDone: string[] = [];
  while (done.length === 0 || notDone.length === 0) {
    const paymentCodes = await round();
    await changeBank({ errorRate: 1, operations: [method] });
    const share = method === "void" ? amount : amount / 4;
    await Promise.all(paymentCodes.map((paymentCode) => refunder.expect("pending", paymentCode, method, share)));
    await calmBank();
    const outcomes = await outcomesAtBank(paymentCodes, method, before + 1);
    for (const [index, paymentCode] of paymentCodes.entries()) {
      (outcomes[index] === "approved" ? done : notDone).push(paymentCode);
    }
  }
  return { done, notDone };
}

test("200 approved if the bank processed it, otherwise declined, for equal credits when the second one's answer is lost", async () => {
  const { done, notDone } = await lose(
    "credit",
    async () => {
      const paymentCodes = await several(5);
      for (const paymentCode of paymentCodes) {
        await refunder.expect("approved", paymentCode, "credit", amount / 4);
      }
      return paymentCodes;
    },
    1,
  );
  await advance(135);
  for (const paymentCode of done) expect(await refunder.left(paymentCode)).toBe(amount / 2);
  for (const paymentCode of notDone) {
    const { refund } = await refunder.getRefunds(paymentCode);
    expect(refund).toMatchObject({ remainingAmount: (amount * 3) / 4, pendingAmount: 0 });
    expect(refund.items[0]).toMatchObject({ status: "declined", failureCode: "not_processed" });
    await expectRefundEvents(receiver(), paymentCode, "refund.approved", "refund.declined");
  }
  await expectBooksAgree(refunder, [...done, ...notDone]);
});

test("200 approved or day_closed, never a credit, for a void whose answer was lost before day-end", async () => {
  const end = later(nextNoon(await now()), 0, 12);
  await setClock(later(end, 0, 0, -1200));
  const rounds: string[][] = [];
  const { done, notDone } = await lose("void", async () => {
    const paymentCodes = await several(5);
    if (rounds.push(paymentCodes) === 1) await setClock(later(end, 0, 0, -90));
    return paymentCodes;
  });
  expect((await now()) < end, "everything happened before the day-end").toBe(true);
  await setClock(later(end, 0, 0, 300));
  for (const paymentCode of done) {
    expect((await refunder.getRefunds(paymentCode)).refund).toMatchObject({
      status: "full",
      items: [{ method: "void", status: "approved", failureCode: null }],
    });
  }
  for (const paymentCode of notDone) {
    expect((await refunder.getRefunds(paymentCode)).refund).toMatchObject({
      remainingAmount: amount,
      items: [{ method: "void", status: "declined", failureCode: "day_closed" }],
    });
  }
  await setClock(later(end, 3));
  for (const paymentCode of [...done, ...notDone]) {
    expect([await sent(paymentCode, "void"), await sent(paymentCode, "credit")]).toEqual([1, 0]);
  }
  await expectBooksAgree(refunder, [...done, ...notDone]);
  const [again = ""] = notDone;
  await refunder.expect("approved", again, "automatic");
  expect(await ordersAtBank([again])).toMatchObject([{ voided: 0, credited: amount }]);
  await expectRefundEvents(receiver(), again, "refund.declined", "refund.approved");
});
