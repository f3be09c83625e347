import { expect, test } from "@playwright/test";
import { handOver, postForm, throughTheBank } from "../support/buyer";
import { approvedCard, cardWith } from "../support/cards";
import { advance, bankLog, calmBank, changeBank, expectTaken, now, setClock } from "../support/controls";
import { Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";
import { expectBooksAgree, nextNoon, Refunder } from "../support/refund-steps";
import { readResult } from "../support/returning";
import type { Card, TerminalName } from "../support/sandbox";

// A capture that reaches the bank before midnight in Istanbul and is answered after it belongs to the old bank day, at
// each protocol.
test.describe.configure({ mode: "serial" });
test.beforeEach(() => calmBank());
test.afterAll(() => calmBank());

const merchant = new Merchant(sandbox.apiUrl, other);
const refunder = new Refunder(merchant);
const protocols = ["default", "garanti", "posnet", "payfor"] as const satisfies readonly TerminalName[];

/** Returns the next midnight in Istanbul that no payment of an earlier test has passed. */
const nextMidnight = async (): Promise<Date> => new Date(nextNoon(await now()).getTime() + 12 * 3_600_000);

/**
 * Returns a buyer from the bank shortly before midnight; the bank captures at once and answers after midnight. A clock
 * cannot be moved while a call is open, so midnight passes in real time. When the machine was too busy to send the
 * capture before midnight, the next payment starts earlier.
 */
async function payOverMidnight(terminal: TerminalName, card: Card) {
  for (let marginMs = 250; ; marginMs *= 2) {
    const midnight = await nextMidnight();
    await setClock(new Date(midnight.getTime() - 20 * 60_000));
    const terminalId = other.terminals[terminal];
    const { paymentCode, paymentRef } = await merchant.created({ terminalId, amount: 7_301 });
    const back = await throughTheBank((await handOver(paymentRef, card)).text);
    await changeBank({ latencyMs: marginMs + 100, operations: ["capture"] });
    await setClock(new Date(midnight.getTime() - marginMs));
    const answer = postForm(back.action, back.fields);
    await expect.poll(() => readCaptures(paymentCode)).toHaveLength(1);
    const [capture] = await readCaptures(paymentCode);
    if (Date.parse(capture?.at ?? "") < midnight.getTime()) return { paymentCode, midnight, answer };
    await answer;
  }
}

const readCaptures = async (paymentCode: string) =>
  (await bankLog(paymentCode)).filter(({ operation }) => operation === "capture");

/** Expects that the capture belongs to the old day in the bank's log, in the payment and in its refund options. */
async function expectOfTheOldDay(paymentCode: string, midnight: Date): Promise<void> {
  const [capture] = await readCaptures(paymentCode);
  expect(Date.parse(capture?.at ?? ""), "the bank captured before midnight").toBeLessThan(midnight.getTime());
  const { capturedAt } = await merchant.payment(paymentCode);
  expect(Date.parse(capturedAt ?? ""), "capturedAt is before midnight").toBeLessThan(midnight.getTime());
  const { refundOptions } = await refunder.getRefunds(paymentCode);
  expect(refundOptions.void).toMatchObject({ available: false, until: midnight.toISOString() });
}

for (const terminal of protocols) {
  test(`303 success at ${terminal}: captured before midnight, answered after it, refunded as a credit`, async () => {
    const { paymentCode, midnight, answer } = await payOverMidnight(terminal, approvedCard);
    expect(await readResult({ answer })).toBe("success");
    expect((await now()).getTime()).toBeGreaterThan(midnight.getTime());
    await expectTaken(paymentCode, 7_301);
    await expectOfTheOldDay(paymentCode, midnight);
    await refunder.expect("approved", paymentCode, "automatic", 301);
    await refunder.expect("approved", paymentCode, "automatic");
    await expectBooksAgree(refunder, [paymentCode]);
  });

  test(`303 at ${terminal}: captured before midnight, answer lost, found after it, on the old day`, async () => {
    const card = cardWith({ outcome: "capture_lost_taken" });
    const { paymentCode, midnight, answer } = await payOverMidnight(terminal, card);
    await advance(120);
    expect(await readResult({ answer })).toBe("success");
    expect((await merchant.payment(paymentCode)).status).toBe("captured");
    await expectOfTheOldDay(paymentCode, midnight);
    await refunder.expect("approved", paymentCode, "automatic");
    await expectBooksAgree(refunder, [paymentCode]);
  });
}
