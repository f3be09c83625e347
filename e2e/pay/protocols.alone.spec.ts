import { expect, test } from "@playwright/test";
import { handOver, postForm, throughTheBank } from "../support/buyer";
import { approvedCard, cardWith } from "../support/cards";
import { advance, bankLog, calmBank, changeBank, expectNothingTaken, expectTaken } from "../support/controls";
import { expectError } from "../support/envelope";
import type { Answer } from "../support/http";
import { Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";
import { expectBooksAgree, Refunder } from "../support/refund-steps";
import type { Card } from "../support/sandbox";

// Tests that need the clock or a failing bank, at the terminals of the other protocols.
test.describe.configure({ mode: "serial" });
test.beforeEach(() => calmBank());
test.afterAll(() => calmBank());

const merchant = new Merchant(sandbox.apiUrl, other);
const refunder = new Refunder(merchant);
const json = { headers: { Accept: "application/json" } };
const readRecord = (paymentCode: string) => merchant.payment(paymentCode);
const readResult = ({ status, headers }: Answer): string | null => {
  expect(status).toBe(303);
  return new URL(headers.location ?? "").searchParams.get("result");
};

for (const protocol of ["garanti", "posnet", "payfor"] as const) {
  const terminalId = other.terminals[protocol];

  /** Returns a buyer from the bank and waits until the capture has reached the bank. */
  async function captureSent(card: Card, amount: number) {
    const { paymentCode, paymentRef } = await merchant.created({ terminalId, amount });
    const back = await throughTheBank((await handOver(paymentRef, card)).text);
    const answer = postForm(back.action, back.fields);
    await expect.poll(async () => (await bankLog(paymentCode)).map(({ operation }) => operation)).toContain("capture");
    return { paymentCode, answer };
  }

  test(`303 success at ${protocol} when the capture's answer is lost and the first inquiry finds the money`, async () => {
    const { paymentCode, answer } = await captureSent(cardWith({ outcome: "capture_lost_taken" }), 7301);
    expect((await readRecord(paymentCode)).status).toBe("initiated");
    await advance(5);
    expect(readResult(await answer)).toBe("success");
    await expectTaken(paymentCode, 7301);
    await refunder.expect("approved", paymentCode, "void");
    await expectBooksAgree(refunder, [paymentCode]);
  });

  test(`303 failure at ${protocol} when nothing was taken, only after the second not-found`, async () => {
    const { paymentCode, answer } = await captureSent(cardWith({ outcome: "capture_lost_nothing" }), 7302);
    await advance(5);
    await advance(30);
    expect((await readRecord(paymentCode)).status, "the first not-found does not decide").toBe("initiated");
    await advance(120);
    expect(readResult(await answer)).toBe("failure");
    expect(await readRecord(paymentCode)).toMatchObject({ status: "failed", capturedAt: null });
    await expectNothingTaken(paymentCode);
  });

  test(`credits in parts at ${protocol} after day-end, one with a lost answer, and refuses a void`, async () => {
    const amount = 40_000;
    const whole = await refunder.captured(undefined, { amount }, protocol);
    const lost = await refunder.captured(cardWith({ outcome: "credit_lost_taken" }), { amount }, protocol);
    await changeBank({ refuseSameDayCredit: true });
    await refunder.expect("declined", whole, "credit", 1);
    await advance(86_400);
    expectError(await refunder.ask(whole, "void"), 422, "refund_method_not_available");
    await refunder.expect("approved", whole, "automatic", 15_000);
    await refunder.expect("approved", whole, "automatic", 25_000);
    expect(await refunder.left(whole)).toBe(0);
    await refunder.expect("pending", lost, "credit", 30_000);
    await advance(5);
    await expect.poll(() => refunder.left(lost)).toBe(10_000);
    await expectBooksAgree(refunder, [whole, lost]);
  });
}

test("422 at posnet when the bank is down before its page; no attempt is used, and the same reference works later", async () => {
  const payment = await merchant.created({ terminalId: other.terminals.posnet });
  await changeBank({ down: true, operations: ["prepare"] });
  for (let n = 1; n <= 6; n += 1) {
    expectError(await handOver(payment.paymentRef, approvedCard, json), 422, "virtual_pos_inactive");
  }
  expect((await readRecord(payment.paymentCode)).status).toBe("initiated");
  await calmBank();
  const back = await throughTheBank((await handOver(payment.paymentRef)).text);
  expect(readResult(await postForm(back.action, back.fields))).toBe("success");
  await expectTaken(payment.paymentCode, 125_050);
});
