import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd, settlementDueAt } from "@/server/domain/business-day";
import { hours, plusMs, seconds } from "@/server/domain/clock";
import { buildHistory, createRefundJourney, longWaits, type RefundJourney } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";

// Tests that a capture belongs to the day on which the bank took the money, however late its answer comes (D-74). The
// clock advances during the bank's calls.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(longWaits);
  journey = createRefundJourney(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", buildHistory());
});

/** The midnight after a Thursday in Istanbul, of a later week at each call. */
let week = 0;
const thursdayEnd = (): Date => plusMs(new Date("2027-12-02T21:00:00.000Z"), hours(24 * 7) * week++);

/** Lets the bank answer after a delay. */
const slowly = (outcome: Outcome, ms: number) => (): Outcome => {
  world.clock.advanceMs(ms);
  return outcome;
};

/** Creates a payment whose capture was sent 2.839 s before midnight and answered after it. */
async function over(midnight: Date, outcome: Outcome = approved) {
  world.clock.set(plusMs(midnight, -2_839));
  world.bank.answer("capture", slowly(outcome, seconds(5)));
  const { token, paymentCode } = await journey.createAtBank();
  await journey.returnWithoutWaiting(token);
  return { paymentCode, sentAt: plusMs(midnight, -2_839) };
}
const readDueDates = async (paymentCode: string) =>
  (await journey.listSettlements(paymentCode)).map(({ dueAt }) => dueAt);

describe("a capture that is sent before midnight and answered after it", () => {
  test("is dated by the request: its day, settlement and refund rules are Thursday's", async () => {
    const midnight = thursdayEnd();
    const { paymentCode, sentAt } = await over(midnight);
    const payment = await journey.getPayment(paymentCode);
    expect(payment).toMatchObject({ status: "captured", capturedAt: sentAt });
    // The settlement is due on Friday, not on Monday.
    expect(await readDueDates(paymentCode)).toEqual([midnight]);
    expect(payment.refundOptions?.void).toMatchObject({ available: false, reason: "day_closed" });
    expect(await journey.tryRefund(paymentCode)).toBe("credit approved");
  });

  test("is dated by the bank's own time if its answer names one", async () => {
    const midnight = thursdayEnd();
    const at = plusMs(midnight, seconds(1));
    const { paymentCode } = await over(midnight, { ...approved, at });
    expect(await journey.getPayment(paymentCode)).toMatchObject({ capturedAt: at });
    expect(await readDueDates(paymentCode)).toEqual([settlementDueAt(at, "00:00")]);
    expect(await journey.tryRefund(paymentCode)).toBe("void approved");
  });

  test.each([
    ["before the request", -seconds(60)],
    ["more than two minutes after the answer", seconds(200)],
  ])("ignores a bank's time %s", async (_what, ms) => {
    const midnight = thursdayEnd();
    const { paymentCode, sentAt } = await over(midnight, { ...approved, at: plusMs(midnight, ms) });
    expect(await journey.getPayment(paymentCode)).toMatchObject({ capturedAt: sentAt });
  });

  test("can be refunded in part at once, because its day has ended", async () => {
    const { paymentCode } = await over(thursdayEnd());
    expect(await journey.tryRefund(paymentCode, { amountKurus: 1n })).toBe("credit approved");
  });
});

describe("a capture whose answer was lost", () => {
  test("is dated by the request if it is found on the next day", async () => {
    const midnight = thursdayEnd();
    world.bank.answer("inquire", paid);
    const { paymentCode, sentAt } = await over(midnight, unknown);
    await journey.advance(seconds(5));
    expect(await journey.getPayment(paymentCode)).toMatchObject({ capturedAt: sentAt });
    expect(await readDueDates(paymentCode)).toEqual([midnight]);
  });

  test("is dated by the bank's own time if its record names one", async () => {
    const midnight = thursdayEnd();
    const at = plusMs(midnight, seconds(1));
    world.bank.answer("inquire", { ...paid, at });
    const { paymentCode } = await over(midnight, unknown);
    await journey.advance(seconds(5));
    expect(await journey.getPayment(paymentCode)).toMatchObject({ capturedAt: at });
  });
});

test("dates a capture that leaves after midnight by the day on which it left, not by its intent", async () => {
  const midnight = thursdayEnd();
  world.clock.set(plusMs(midnight, -1));
  const { token, paymentCode } = await journey.createAtBank();
  // Connecting to the bank takes one second.
  const { call } = world.bank;
  world.ctx.banks.call = (...[protocol, operation, account, options]) => {
    if (operation.kind === "capture") world.clock.advanceMs(seconds(1));
    return call.call(world.bank, protocol, operation, account, options);
  };
  world.bank.answer("capture", approved);
  await journey.returnFromBank(token);
  await world.settled();
  world.ctx.banks.call = call.bind(world.bank);
  const capturedAt = plusMs(midnight, seconds(1) - 1);
  expect(await journey.getPayment(paymentCode)).toMatchObject({ capturedAt });
  expect((await journey.getPayment(paymentCode)).refundOptions?.void.until).toEqual(nextDayEnd(capturedAt, "00:00"));
});
