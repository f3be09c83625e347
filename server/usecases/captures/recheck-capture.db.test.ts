import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nextDayEnd } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { createGivenUpJourney, endInquiries } from "@/server/testing/journeys/given-up";
import { approved, declined, openTestWorld, paid, type TestWorld, unknown } from "@/server/testing/world/world";
import { recheckCapture } from "./recheck-capture";
import { recordCapture } from "./record-capture";

// Tests when a capture that was given up is checked again, and when the checks end (D-72).
let world: TestWorld;
let given: ReturnType<typeof createGivenUpJourney>;
beforeAll(async () => {
  world = await openTestWorld();
  given = createGivenUpJourney(world);
});
afterAll(() => world.close());
afterEach(() => endInquiries(world));
beforeEach(() => {
  world.bank.calls.length = 0;
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
});

const dayEndAfter = (instant: Date): Date => nextDayEnd(instant, "00:00");
const looks = (): number => world.bank.countCalls("inquire");
const lookedUntil = async (instant: Date): Promise<number> => {
  world.bank.calls.length = 0;
  await given.advanceTo(instant);
  return looks();
};

test("asks the bank once for 20 concurrent checks, and voids found money once", async () => {
  const { paymentCode } = await given.giveUpCapture(given.nextNoon());
  const { id: attemptId, recheckAt } = await given.getAttempt(paymentCode);
  world.clock.set(recheckAt ?? new Date(0));
  const all = await Promise.all(Array.from({ length: 20 }, () => recheckCapture(world.ctx, { attemptId })));
  expect(all.filter((looked) => looked)).toHaveLength(1);
  expect(world.bank.calls.map(({ kind }) => kind)).toEqual(["inquire", "void"]);
  expect(await given.getAttempt(paymentCode)).toMatchObject({ recheckAt: null, looksWanted: 0 });
});

describe("a capture given up in the middle of the bank's day", () => {
  test("ends without money after clear answers in the last 90 minutes of its day and of the next", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.giveUpCapture(noon);
    world.bank.answer("inquire", { kind: "not_found" });
    const dayEnd = dayEndAfter(noon);
    expect(await lookedUntil(plusMs(dayEnd, -minutes(90) - 1))).toBe(0);
    expect(await lookedUntil(plusMs(dayEnd, -minutes(15)))).toBe(1);
    expect(await lookedUntil(plusMs(dayEnd, days(1) - minutes(90) - 1))).toBe(0);
    expect(await lookedUntil(plusMs(dayEnd, days(1) - minutes(15)))).toBe(1);
    expect(await lookedUntil(plusMs(dayEnd, days(3)))).toBe(0);
    expect(await given.getAttempt(paymentCode)).toMatchObject({ recheckAt: null, looksWanted: 0 });
    expect(await given.listAlertKinds(paymentCode)).toEqual([]);
  });

  test("is credited when it is found in the next evening, because the bank's record lagged over its day-end", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.giveUpCapture(noon);
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advanceTo(dayEndAfter(noon));
    world.bank.answer("inquire", paid);
    await given.advanceTo(plusMs(dayEndAfter(noon), days(1)));
    expect(given.listMoneyCalls()).toEqual(["credit"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });

  test("is checked every 30 seconds while answers are unclear, and voided before the day ends", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.giveUpCapture(noon);
    world.bank.answer("inquire", unknown);
    const dayEnd = dayEndAfter(noon);
    const { recheckAt: firstAt } = await given.getAttempt(paymentCode);
    await given.advanceTo(firstAt ?? dayEnd);
    expect(await lookedUntil(plusMs(firstAt ?? dayEnd, minutes(5)))).toBe(10);
    await given.advanceTo(plusMs(dayEnd, -minutes(2)));
    world.bank.answer("inquire", paid);
    await given.advanceTo(plusMs(dayEnd, -minutes(1)));
    expect(given.listMoneyCalls()).toEqual(["void"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });

  test("is alerted and then checked hourly if the bank gives no answer until its day-end", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.giveUpCapture(noon);
    world.bank.answer("inquire", unknown);
    const dayEnd = dayEndAfter(noon);
    await given.advanceTo(plusMs(dayEnd, -1));
    expect(await given.listAlertKinds(paymentCode)).toEqual([]);
    await given.advanceTo(plusMs(dayEnd, minutes(1)));
    expect(await given.listAlertKinds(paymentCode)).toEqual(["last_look_unclear"]);
    expect(await lookedUntil(plusMs(dayEnd, hours(3)))).toBe(2);
    world.bank.answer("inquire", paid);
    await given.advanceTo(plusMs(dayEnd, hours(5)));
    expect(given.listMoneyCalls()).toEqual(["credit"]);
    const notClosed = { kind: "last_look_unclear", subject: paymentCode, closedAt: null };
    expect(await world.db.prisma.staffAlert.count({ where: notClosed })).toBe(0);
  });
});

describe("a capture given up in the evening", () => {
  test("is checked at once and again before day-end if it was given up four minutes before it", async () => {
    // The capture is sent at 23:54 in Istanbul and given up at 23:56.
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.loseCapture(plusMs(dayEnd, -minutes(6)));
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advance(minutes(2));
    expect(await given.getAttempt(paymentCode)).toMatchObject({ status: "declined", looksWanted: 2 });
    const { recheckAt } = await given.getAttempt(paymentCode);
    expect(recheckAt && recheckAt < dayEnd).toBe(true);
    world.bank.answer("inquire", paid);
    await given.advanceTo(plusMs(dayEnd, -1));
    expect(given.listMoneyCalls()).toEqual(["void"]);
    expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
  });

  test("is not ended by a clear answer within two minutes of the request", async () => {
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.loseCapture(plusMs(dayEnd, -minutes(30)));
    const { id: attemptId } = await given.getAttempt(paymentCode);
    await recordCapture(world.ctx, { attemptId, outcome: declined });
    const data = { recheckAt: world.clock.now(), looksWanted: 1 };
    await world.db.prisma.attempt.update({ where: { id: attemptId }, data });
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advance(minutes(2) - 1_000);
    expect(await given.getAttempt(paymentCode)).toMatchObject({ looksWanted: 1 });
    await given.advance(seconds(30));
    expect(await given.getAttempt(paymentCode)).toMatchObject({ looksWanted: 0, recheckAt: null });
  });

  test("is checked at once and again in the next evening if it was given up after the day-end", async () => {
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.loseCapture(plusMs(dayEnd, -seconds(90)));
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advance(minutes(2));
    const { recheckAt, looksWanted } = await given.getAttempt(paymentCode);
    expect(looksWanted).toBe(1);
    expect(dayEndAfter(recheckAt ?? dayEnd)).toEqual(plusMs(dayEnd, days(1)));
    world.bank.answer("inquire", paid);
    await given.advanceTo(plusMs(dayEnd, days(1)));
    expect(given.listMoneyCalls()).toEqual(["credit"]);
  });
});

test("sends nothing and alerts a person when the capture was voided directly at the bank", async () => {
  const noon = given.nextNoon();
  const { paymentCode } = await given.giveUpCapture(noon);
  world.bank.answer("inquire", { kind: "voided" });
  await given.advanceTo(dayEndAfter(noon));
  expect(given.listMoneyCalls()).toEqual([]);
  expect(await given.listAlertKinds(paymentCode)).toEqual(["voided_at_bank"]);
  expect(await given.getAttempt(paymentCode)).toMatchObject({ recheckAt: null });
});

test("continues the checks when an approval arrives during a check that finds nothing", async () => {
  const { paymentCode } = await given.giveUpCapture(given.nextNoon());
  const { id: attemptId, recheckAt } = await given.getAttempt(paymentCode);
  world.clock.set(recheckAt ?? new Date(0));
  world.bank.answer("inquire", async () => {
    await recordCapture(world.ctx, { attemptId, outcome: approved });
    return { kind: "not_found" };
  });
  await recheckCapture(world.ctx, { attemptId });
  world.bank.answer("inquire", paid);
  await given.advance(minutes(2));
  expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
});

test("alerts staff after the bank's day-end if every check fails because the account cannot be opened", async () => {
  const noon = given.nextNoon();
  const { paymentCode } = await given.giveUpCapture(noon);
  world.bank.answer("inquire", () => {
    throw new Error("the account cannot be opened");
  });
  await given.advanceTo(plusMs(dayEndAfter(noon), -minutes(1)));
  await given.advanceTo(plusMs(dayEndAfter(noon), minutes(30)));
  await given.advanceTo(plusMs(dayEndAfter(noon), hours(3)));
  expect(await given.listAlertKinds(paymentCode)).toEqual(["last_look_unclear"]);
  world.bank.answer("inquire", paid);
  await given.advanceTo(plusMs(dayEndAfter(noon), hours(6)));
  expect(await given.getReturnedAmount(paymentCode)).toBe(40_000n);
});
