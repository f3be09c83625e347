import { expect, test } from "vitest";
import { formatDay, parseDay, readDueDayState, sumDueDays } from "./due-day";

test("converts a day to its start in Istanbul time, and back", () => {
  expect(parseDay("2026-11-23")).toEqual(new Date("2026-11-22T21:00:00.000Z"));
  expect(formatDay(new Date("2026-11-22T21:00:00.000Z"))).toBe("2026-11-23");
  expect(formatDay(new Date("2026-11-22T20:59:59.999Z"))).toBe("2026-11-22");
});

test.each([null, undefined, "", "tomorrow", "2026-11-23T00:00", "2026-99-99"])("returns null for %j", (text) => {
  expect(parseDay(text)).toBeNull();
});

/** A due day: the start of 23 November in Istanbul. */
const day = (amountKurus: bigint, dueAt = new Date("2026-11-22T21:00:00.000Z")) => ({ dueAt, amountKurus });

test.each([
  ["expected", "2026-11-22T20:59:59.999Z", 1n],
  ["today", "2026-11-22T21:00:00.000Z", 1n],
  ["today", "2026-11-23T20:59:59.999Z", 0n],
  ["overdue", "2026-11-23T21:00:00.000Z", 1n],
  ["negative", "2026-11-22T12:00:00.000Z", -1n],
  ["negative", "2026-11-24T12:00:00.000Z", -1n],
] as const)("is %s at %s", (state, asOf, amountKurus) => {
  expect(readDueDayState(day(amountKurus), new Date(asOf))).toBe(state);
});

test("sums what is due, from the first instant of its day, apart from what is still to come", () => {
  const days = [day(500n), day(-200n), day(70n, new Date("2026-11-23T21:00:00.000Z"))];
  expect(sumDueDays(days, new Date("2026-11-22T21:00:00.000Z"))).toEqual({ dueKurus: 300n, comingKurus: 70n });
  expect(sumDueDays([], new Date("2026-11-22T21:00:00.000Z"))).toEqual({ dueKurus: 0n, comingKurus: 0n });
});
