import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nextDayEnd } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs, seconds } from "@/server/domain/clock";
import { givenUpIn } from "@/server/testing/journeys/given-up";
import {
  approved,
  declined,
  openTestWorld,
  paid,
  type TestWorld,
  unknown,
} from "@/server/testing/world/world";
import { recheckCapture } from "./recheck-capture";
import { recordCapture } from "./record-capture";

// When a capture that was given up is looked at again, and when that ends (D-72).
let world: TestWorld;
let given: ReturnType<typeof givenUpIn>;
beforeAll(async () => {
  world = await openTestWorld();
  given = givenUpIn(world);
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.asked.length = 0;
  world.bank.answer("void", approved);
  world.bank.answer("credit", approved);
});

const dayEndAfter = (instant: Date): Date => nextDayEnd(instant, "00:00");
const looks = (): number => world.bank.countOf("inquire");
const lookedUntil = async (instant: Date): Promise<number> => {
  world.bank.asked.length = 0;
  await given.pass(instant);
  return looks();
};

test("20 looks at once ask the bank once, and void the money that turned up once", async () => {
  const { paymentCode } = await given.givenUpAfter(given.nextNoon());
  const { id: attemptId, recheckAt } = await given.attemptOf(paymentCode);
  world.clock.set(recheckAt ?? new Date(0));
  const all = await Promise.all(Array.from({ length: 20 }, () => recheckCapture(world.ctx, { attemptId })));
  expect(all.filter((looked) => looked)).toHaveLength(1);
  expect(world.bank.asked.map(({ kind }) => kind)).toEqual(["inquire", "void"]);
  expect(await given.attemptOf(paymentCode)).toMatchObject({ recheckAt: null, looksWanted: 0 });
});

describe("given up in the middle of the bank's day", () => {
  test("clear answers in the last 90 minutes of the day and of the next end it: nothing was taken", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.givenUpAfter(noon);
    world.bank.answer("inquire", { kind: "not_found" });
    const dayEnd = dayEndAfter(noon);
    expect(await lookedUntil(plusMs(dayEnd, -minutes(90) - 1))).toBe(0);
    expect(await lookedUntil(plusMs(dayEnd, -minutes(15)))).toBe(1);
    expect(await lookedUntil(plusMs(dayEnd, days(1) - minutes(90) - 1))).toBe(0);
    expect(await lookedUntil(plusMs(dayEnd, days(1) - minutes(15)))).toBe(1);
    expect(await lookedUntil(plusMs(dayEnd, days(3)))).toBe(0);
    expect(await given.attemptOf(paymentCode)).toMatchObject({ recheckAt: null, looksWanted: 0 });
    expect(await given.kindsOfAlerts(paymentCode)).toEqual([]);
  });

  test("a bank whose record lags over its day-end: found in the evening of the day after, and credited", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.givenUpAfter(noon);
    world.bank.answer("inquire", { kind: "not_found" });
    await given.pass(dayEndAfter(noon));
    world.bank.answer("inquire", paid);
    await given.pass(plusMs(dayEndAfter(noon), days(1)));
    expect(given.movesAsked()).toEqual(["credit"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });

  test("a bank that gives no clear answer is asked every 30 seconds until its day ends, and the money is voided in time", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.givenUpAfter(noon);
    world.bank.answer("inquire", unknown);
    const dayEnd = dayEndAfter(noon);
    const { recheckAt: firstAt } = await given.attemptOf(paymentCode);
    await given.pass(firstAt ?? dayEnd);
    expect(await lookedUntil(plusMs(firstAt ?? dayEnd, minutes(5)))).toBe(10);
    await given.pass(plusMs(dayEnd, -minutes(2)));
    world.bank.answer("inquire", paid);
    await given.pass(plusMs(dayEnd, -minutes(1)));
    expect(given.movesAsked()).toEqual(["void"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });

  test("where the bank says nothing until its day is over, staff are alerted, and the looks go on hour by hour", async () => {
    const noon = given.nextNoon();
    const { paymentCode } = await given.givenUpAfter(noon);
    world.bank.answer("inquire", unknown);
    const dayEnd = dayEndAfter(noon);
    await given.pass(plusMs(dayEnd, -1));
    expect(await given.kindsOfAlerts(paymentCode)).toEqual([]);
    await given.pass(plusMs(dayEnd, minutes(1)));
    expect(await given.kindsOfAlerts(paymentCode)).toEqual(["last_look_unclear"]);
    expect(await lookedUntil(plusMs(dayEnd, hours(3)))).toBe(2);
    world.bank.answer("inquire", paid);
    await given.pass(plusMs(dayEnd, hours(5)));
    expect(given.movesAsked()).toEqual(["credit"]);
  });
});

describe("given up when the evening has begun", () => {
  test("four minutes before day-end: looked at at once and again before day-end", async () => {
    // Sent at 23:54 in Istanbul, given up at 23:56: the finding's reproduction.
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.lostAt(plusMs(dayEnd, -minutes(6)));
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advance(minutes(2));
    expect(await given.attemptOf(paymentCode)).toMatchObject({ status: "declined", looksWanted: 2 });
    const { recheckAt } = await given.attemptOf(paymentCode);
    expect(recheckAt && recheckAt < dayEnd).toBe(true);
    world.bank.answer("inquire", paid);
    await given.pass(plusMs(dayEnd, -1));
    expect(given.movesAsked()).toEqual(["void"]);
    expect(await given.returnedOf(paymentCode)).toBe(40_000n);
  });

  test("a clear answer less than two minutes after the request does not count", async () => {
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.lostAt(plusMs(dayEnd, -minutes(30)));
    const { id: attemptId } = await given.attemptOf(paymentCode);
    await recordCapture(world.ctx, { attemptId, outcome: declined });
    const data = { recheckAt: world.clock.now(), looksWanted: 1 };
    await world.db.prisma.attempt.update({ where: { id: attemptId }, data });
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advance(minutes(2) - 1_000);
    expect(await given.attemptOf(paymentCode)).toMatchObject({ looksWanted: 1 });
    await given.advance(seconds(30));
    expect(await given.attemptOf(paymentCode)).toMatchObject({ looksWanted: 0, recheckAt: null });
  });

  test("given up after the day has ended: looked at at once, and again in the next evening", async () => {
    const dayEnd = dayEndAfter(given.nextNoon());
    const { paymentCode } = await given.lostAt(plusMs(dayEnd, -seconds(90)));
    world.bank.answer("inquire", { kind: "not_found" });
    await given.advance(minutes(2));
    const { recheckAt, looksWanted } = await given.attemptOf(paymentCode);
    expect(looksWanted).toBe(1);
    expect(dayEndAfter(recheckAt ?? dayEnd)).toEqual(plusMs(dayEnd, days(1)));
    world.bank.answer("inquire", paid);
    await given.pass(plusMs(dayEnd, days(1)));
    expect(given.movesAsked()).toEqual(["credit"]);
  });
});

test("voided at the bank by somebody else: nothing is sent, and a person compares it", async () => {
  const noon = given.nextNoon();
  const { paymentCode } = await given.givenUpAfter(noon);
  world.bank.answer("inquire", { kind: "voided" });
  await given.pass(dayEndAfter(noon));
  expect(given.movesAsked()).toEqual([]);
  expect(await given.kindsOfAlerts(paymentCode)).toEqual(["voided_at_bank"]);
  expect(await given.attemptOf(paymentCode)).toMatchObject({ recheckAt: null });
});

test("an approval that arrives while a look finds nothing is looked for all the same", async () => {
  const { paymentCode } = await given.givenUpAfter(given.nextNoon());
  const { id: attemptId, recheckAt } = await given.attemptOf(paymentCode);
  world.clock.set(recheckAt ?? new Date(0));
  world.bank.answer("inquire", async () => {
    await recordCapture(world.ctx, { attemptId, outcome: approved });
    return { kind: "not_found" };
  });
  await recheckCapture(world.ctx, { attemptId });
  world.bank.answer("inquire", paid);
  await given.advance(minutes(2));
  expect(await given.returnedOf(paymentCode)).toBe(40_000n);
});

test("a look that fails each time, since the account cannot be opened, is told once the bank's day is over", async () => {
  const noon = given.nextNoon();
  const { paymentCode } = await given.givenUpAfter(noon);
  world.bank.answer("inquire", () => {
    throw new Error("the account cannot be opened");
  });
  await given.pass(plusMs(dayEndAfter(noon), -minutes(1)));
  await given.pass(plusMs(dayEndAfter(noon), minutes(30)));
  await given.pass(plusMs(dayEndAfter(noon), hours(3)));
  expect(await given.kindsOfAlerts(paymentCode)).toEqual(["last_look_unclear"]);
  world.bank.answer("inquire", paid);
  await given.pass(plusMs(dayEndAfter(noon), hours(6)));
  expect(await given.returnedOf(paymentCode)).toBe(40_000n);
});
