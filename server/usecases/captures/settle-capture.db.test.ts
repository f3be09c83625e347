import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HistoryRecord, Outcome } from "@/server/banks/bank";
import { nextDayEnd } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import { givenUpIn } from "@/server/testing/journeys/given-up";
import { historyOf } from "@/server/testing/journeys/refund";
import { approved, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { type CaptureVerdict, settleCapture } from "./settle-capture";

// What a person has seen at the bank of a capture ends it, and the money goes back once (D-75).
let world: TestWorld;
let given: ReturnType<typeof givenUpIn>;
beforeAll(async () => {
  world = await openTestWorld();
  given = givenUpIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
  world.bank.answer("history", historyOf());
});

const settle = (paymentCode: string, verdict: CaptureVerdict) =>
  settleCapture(world.ctx, {
    paymentCode,
    verdict,
    reason: "seen at the bank",
    evidence: "panel, line 1",
    decidedBy: "operator",
  });
const dayEndAfter = (instant: Date): Date => nextDayEnd(instant, "00:00");
const refused: Outcome = { kind: "declined", reason: "do_not_honour", bankCode: "05" };
const movesOf = async (paymentCode: string) =>
  (await given.returnsOf(paymentCode)).map(({ method, status, amount }) => `${method} ${status} ${amount}`);

describe("give back", () => {
  test("what the bank holds, where that is not the amount of the payment", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.lostAt(noon);
    const sale: HistoryRecord = { kind: "sale", approved: true, amountKurus: 52_000n };
    world.bank.answer("inquire", { ...paid, amountKurus: 52_000n });
    world.bank.answer("history", { kind: "history", records: [sale] });
    world.bank.answer("void", refused);
    await given.pass(plusMs(noon, hours(2)));
    expect(await given.kindsOfAlerts(paymentCode)).toEqual(["amount_mismatch", "capture_unknown"]);
    await settle(paymentCode, "give_back");
    await given.advance(hours(1));
    expect(await movesOf(paymentCode)).toEqual(["void declined 52000", "credit approved 52000"]);
    expect(await given.returnedOf(paymentCode)).toBe(52_000n);
  });

  test("nothing again where the bank did a credit after it was given up", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.givenUpAfter(noon);
    world.bank.answer("void", refused);
    world.bank.answer("credit", unknown, approved);
    await given.pass(plusMs(dayEndAfter(noon), days(1)));
    expect(await given.kindsOfAlerts(paymentCode)).toContain("money_not_returned");
    world.bank.asked.length = 0;
    world.bank.answer("history", historyOf({ credits: [40_000n] }));
    await settle(paymentCode, "give_back");
    await world.settled();
    expect(given.movesAsked()).toEqual([]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });
});

test("a credit that a person did at the bank meanwhile is not followed by ours", async () => {
  const noon = given.nextNoon();
  const { paymentCode } = await given.givenUpAfter(noon);
  world.bank.answer("void", refused);
  world.bank.answer("credit", { ...refused, reason: "day_not_closed" }, approved);
  await given.pass(dayEndAfter(noon));
  world.bank.asked.length = 0;
  world.bank.answer("history", historyOf({ credits: [40_000n] }));
  await given.advance(hours(1));
  expect(given.movesAsked()).toEqual([]);
  expect(await given.returnedOf(paymentCode)).toBe(40_000n);
});

describe("not taken", () => {
  test.each(["lost", "given up"])(
    "of a capture that was %s: the bank is asked again before its day ends",
    async (how) => {
      const noon = given.nextNoon();
      const { paymentCode } = how === "lost" ? await given.lostAt(noon) : await given.givenUpAfter(noon);
      world.bank.answer("inquire", how === "lost" ? unknown : { kind: "not_found" });
      await given.pass(plusMs(noon, hours(1)));
      await settle(paymentCode, "not_taken");
      world.bank.answer("inquire", { kind: "not_found" });
      await given.pass(plusMs(noon, hours(2)));
      world.bank.answer("inquire", paid);
      await given.pass(dayEndAfter(noon));
      expect(await movesOf(paymentCode)).toEqual(["void approved 40000"]);
    },
  );
});

describe("captured", () => {
  test("books the capture once, on the day on which it was sent", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.lostAt(noon);
    world.bank.answer("inquire", unknown);
    await given.pass(plusMs(noon, days(2)));
    expect(await settle(paymentCode, "captured")).toMatchObject({ status: "captured" });
    expect(await settle(paymentCode, "captured")).toMatchObject({ status: "captured" });
    expect(await given.look(paymentCode)).toMatchObject({ status: "captured", capturedAt: noon });
    expect(await world.db.prisma.settlement.count({ where: { paymentId: paymentCode } })).toBe(1);
  });

  test("is never said of a payment that was given up", async () => {
    const { paymentCode } = await given.givenUpAfter(given.nextNoon());
    await given.advance(minutes(20));
    await expect(settle(paymentCode, "captured")).rejects.toMatchObject({ code: "validation_error" });
  });
});

test("returned: nothing is sent, also where a void is on its way whose answer comes later", async () => {
  const noon = given.nextNoon();
  const { paymentCode } = await given.givenUpAfter(noon);
  world.bank.answer("void", unknown);
  world.bank.answer("history", unknown);
  await given.pass(plusMs(dayEndAfter(noon), hours(1)));
  world.bank.asked.length = 0;
  expect(await settle(paymentCode, "returned")).toMatchObject({ status: "failed", returnedKurus: 40_000n });
  expect(await settle(paymentCode, "give_back")).toMatchObject({ returnedKurus: 40_000n });
  await given.advance(days(1));
  expect(given.movesAsked()).toEqual([]);
  expect(await movesOf(paymentCode)).toEqual(["void approved 40000"]);
});
