import { expect, test } from "@playwright/test";
import { handOver, postForm, throughTheBank } from "../support/buyer";
import { approvedCard, cardWith } from "../support/cards";
import { advance, bankLog, calmBank, changeBank, expectTaken, now, setClock } from "../support/controls";
import { Merchant } from "../support/merchant";
import { other, sandbox } from "../support/product";
import { expectBooksAgree, nextNoon, Refunder } from "../support/refund-steps";
import type { Card, TerminalName } from "../support/sandbox";

// A capture that reaches the bank before midnight in Istanbul and is answered after it, at each protocol: the bank's day is ours.
test.describe.configure({ mode: "serial", timeout: 120_000 });
test.beforeEach(() => calmBank());
test.afterAll(() => calmBank());

const merchant = new Merchant(sandbox.apiUrl, other);
const refunder = new Refunder(merchant);
const protocols = ["default", "garanti", "posnet", "payfor"] as const satisfies readonly TerminalName[];

/** The next midnight in Istanbul that no payment of the tests before has reached. */
const nextMidnight = async (): Promise<Date> => new Date(nextNoon(await now()).getTime() + 12 * 3_600_000);

/** A buyer who comes back from the bank three seconds before midnight; the bank takes the money, and answers after it. */
async function paidOver(terminal: TerminalName, card: Card) {
  const midnight = await nextMidnight();
  await setClock(new Date(midnight.getTime() - 20 * 60_000));
  const { paymentCode, paymentRef } = await merchant.created({
    terminalId: other.terminals[terminal],
    amount: 7_301,
  });
  const back = await throughTheBank((await handOver(paymentRef, card)).text);
  await changeBank({ latencyMs: 4_000, operations: ["capture"] });
  await setClock(new Date(midnight.getTime() - 3_000));
  const answer = await postForm(back.action, back.fields);
  await calmBank();
  expect(answer.status).toBe(303);
  return { paymentCode, midnight, result: new URL(answer.headers.location ?? "").searchParams.get("result") };
}

/** The capture is of the day that has ended: by the bank's log, by the payment, and by what can be refunded how. */
async function expectOfTheOldDay(paymentCode: string, midnight: Date): Promise<void> {
  const [capture] = (await bankLog(paymentCode)).filter(({ operation }) => operation === "capture");
  expect(Date.parse(capture?.at ?? ""), "the bank took the money before midnight").toBeLessThan(midnight.getTime());
  const { capturedAt } = await merchant.payment(paymentCode);
  expect(Date.parse(capturedAt ?? ""), "and that is when it was captured").toBeLessThan(midnight.getTime());
  const { refundOptions } = await refunder.refundsOf(paymentCode);
  expect(refundOptions.void).toMatchObject({ available: false, until: midnight.toISOString() });
}

for (const terminal of protocols) {
  test(`303 success at ${terminal}: captured before midnight, answered after it, refunded as a credit`, async () => {
    const { paymentCode, midnight, result } = await paidOver(terminal, approvedCard);
    expect(result).toBe("success");
    expect((await now()).getTime()).toBeGreaterThan(midnight.getTime());
    await expectTaken(paymentCode, 7_301);
    await expectOfTheOldDay(paymentCode, midnight);
    await refunder.expect("approved", paymentCode, "automatic", 301);
    await refunder.expect("approved", paymentCode, "automatic");
    await expectBooksAgree(refunder, [paymentCode]);
  });

  test(`303 at ${terminal}: taken before midnight, the answer lost, found after it, of the old day`, async () => {
    const { paymentCode, midnight } = await paidOver(terminal, cardWith({ outcome: "capture_lost_taken" }));
    await advance(120);
    await expect.poll(async () => (await merchant.payment(paymentCode)).status).toBe("captured");
    await expectOfTheOldDay(paymentCode, midnight);
    await refunder.expect("approved", paymentCode, "automatic");
    await expectBooksAgree(refunder, [paymentCode]);
  });
}
