import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Outcome } from "@/server/banks/bank";
import { nextDayEnd, settlementDueAt } from "@/server/domain/business-day";
import { hours, plusMs, seconds } from "@/server/domain/clock";
import { historyOf, patient, type RefundJourney, refundJourneyIn } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";

// A capture belongs to the day on which the bank took the money, however late its answer comes (D-74). The clock runs on
// inside the bank's calls.
let world: TestWorld;
let journey: RefundJourney;
beforeAll(async () => {
  world = await openTestWorld(patient);
  journey = refundJourneyIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", historyOf());
});

/** A Thursday's midnight in Istanbul, each time of a later week. */
let week = 0;
const thursdayEnd = (): Date => plusMs(new Date("2027-12-02T21:00:00.000Z"), hours(24 * 7) * week++);

/** A bank that takes its time over an answer. */
const slowly = (outcome: Outcome, ms: number) => (): Outcome => {
  world.clock.advanceMs(ms);
  return outcome;
};

/** A payment whose capture was sent 2.839 s before midnight, and answered after it. */
async function over(midnight: Date, outcome: Outcome = approved) {
  world.clock.set(plusMs(midnight, -2_839));
  world.bank.answer("capture", slowly(outcome, seconds(5)));
  const { token, paymentCode } = await journey.atTheBank();
  await journey.comeBack(token);
  await world.settled();
  return { paymentCode, sentAt: plusMs(midnight, -2_839) };
}
const dueOf = async (paymentCode: string) =>
  (await journey.settlementsOf(paymentCode)).map(({ dueAt }) => dueAt);

describe("a capture that is sent before midnight and answered after it", () => {
  test("is dated by the request: its day, its settlement and its refund rules are Thursday's", async () => {
    const midnight = thursdayEnd();
    const { paymentCode, sentAt } = await over(midnight);
    const payment = await journey.look(paymentCode);
    expect(payment).toMatchObject({ status: "captured", capturedAt: sentAt });
    // Friday, not Monday.
    expect(await dueOf(paymentCode)).toEqual([midnight]);
    expect(payment.refundOptions?.void).toMatchObject({ available: false, reason: "day_closed" });
    expect(await journey.asked(paymentCode)).toBe("credit approved");
  });

  test("is dated by the bank's own time where its answer names one", async () => {
    const midnight = thursdayEnd();
    const at = plusMs(midnight, seconds(1));
    const { paymentCode } = await over(midnight, { ...approved, at });
    expect(await journey.look(paymentCode)).toMatchObject({ capturedAt: at });
    expect(await dueOf(paymentCode)).toEqual([settlementDueAt(at, "00:00")]);
    expect(await journey.asked(paymentCode)).toBe("void approved");
  });

  test.each([
    ["before the request", -seconds(60)],
    ["more than two minutes after the answer", seconds(200)],
  ])("a bank's time %s is not believed", async (_what, ms) => {
    const midnight = thursdayEnd();
    const { paymentCode, sentAt } = await over(midnight, { ...approved, at: plusMs(midnight, ms) });
    expect(await journey.look(paymentCode)).toMatchObject({ capturedAt: sentAt });
  });

  test("part of it can be refunded at once: its day is over", async () => {
    const { paymentCode } = await over(thursdayEnd());
    expect(await journey.asked(paymentCode, { amountKurus: 1n })).toBe("credit approved");
  });
});

describe("a capture whose answer was lost", () => {
  test("is dated by the request when it is found on the next day", async () => {
    const midnight = thursdayEnd();
    world.bank.answer("inquire", paid);
    const { paymentCode, sentAt } = await over(midnight, unknown);
    await journey.advance(seconds(5));
    expect(await journey.look(paymentCode)).toMatchObject({ capturedAt: sentAt });
    expect(await dueOf(paymentCode)).toEqual([midnight]);
  });

  test("is dated by the bank's own time when its record names one", async () => {
    const midnight = thursdayEnd();
    const at = plusMs(midnight, seconds(1));
    world.bank.answer("inquire", { ...paid, at });
    const { paymentCode } = await over(midnight, unknown);
    await journey.advance(seconds(5));
    expect(await journey.look(paymentCode)).toMatchObject({ capturedAt: at });
  });
});

test("a capture that leaves after midnight, though its intent was recorded before, is dated by the day on which it left", async () => {
  const midnight = thursdayEnd();
  world.clock.set(plusMs(midnight, -1));
  const { token, paymentCode } = await journey.atTheBank();
  // The connection to the bank takes a second.
  const { call } = world.bank;
  world.ctx.banks.call = (...[protocol, operation, account, options]) => {
    if (operation.kind === "capture") world.clock.advanceMs(seconds(1));
    return call.call(world.bank, protocol, operation, account, options);
  };
  world.bank.answer("capture", approved);
  await journey.comeBack(token);
  await world.settled();
  world.ctx.banks.call = call.bind(world.bank);
  const capturedAt = plusMs(midnight, seconds(1) - 1);
  expect(await journey.look(paymentCode)).toMatchObject({ capturedAt });
  expect((await journey.look(paymentCode)).refundOptions?.void.until).toEqual(
    nextDayEnd(capturedAt, "00:00"),
  );
});
