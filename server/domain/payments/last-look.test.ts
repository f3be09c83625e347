import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { days, hours, minutes, plusMs, seconds } from "../clock";
import { fractionOf, newId } from "../ids";
import { isLookCertain, lookAfter, nextLookAt, planLooks } from "./last-look";

const dayEnd = new Date("2026-11-20T21:00:00.000Z");
const beforeEnd = (ms: number): Date => plusMs(dayEnd, -ms);
const at = (now: Date, sentAt = plusMs(now, -minutes(2)), fraction = 0.5) => ({
  sentAt,
  now,
  fraction,
  dayEndLocal: "00:00",
});

describe("the looks at a capture that is given up", () => {
  test("in the last 90 minutes of the bank's day, 15 minutes before its end at the latest", () => {
    const noon = beforeEnd(hours(12));
    expect(planLooks(at(noon, noon, 0))).toEqual({ recheckAt: beforeEnd(minutes(90)), looksWanted: 2 });
    const last = planLooks(at(noon, noon, 1 - 1e-9)).recheckAt;
    expect(last <= beforeEnd(minutes(15))).toBe(true);
    expect(last > beforeEnd(minutes(16))).toBe(true);
  });

  test("at once besides where the evening has begun", () => {
    for (const ms of [minutes(90), minutes(4), seconds(5)]) {
      const now = beforeEnd(ms);
      expect(planLooks(at(now))).toEqual({ recheckAt: now, looksWanted: 3 });
    }
  });

  test("at once where the day is over", () => {
    const now = plusMs(dayEnd, seconds(30));
    expect(planLooks(at(now, beforeEnd(seconds(90))))).toEqual({ recheckAt: now, looksWanted: 2 });
  });

  test("the second look lies between the first and the end of the same day, whenever that is", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: minutes(90) }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (ms, fraction) => {
          const now = beforeEnd(ms);
          const second = lookAfter(at(now, now, fraction), 2);
          expect(second > now).toBe(true);
          expect(second < dayEnd).toBe(true);
        },
      ),
    );
  });

  test.each([
    ["after the one before day-end", beforeEnd(minutes(20)), 1],
    ["after the one at once where the day was over", plusMs(dayEnd, minutes(1)), 1],
  ])("the last look lies in the evening of the day after: %s", (_what, now, looksWanted) => {
    const last = lookAfter(at(now, beforeEnd(minutes(30))), looksWanted);
    const end = plusMs(dayEnd, days(1));
    expect(last >= plusMs(end, -minutes(90))).toBe(true);
    expect(last <= plusMs(end, -minutes(15))).toBe(true);
  });

  test("10,000 of a day are spread evenly: never more than 200 in one of its minutes", () => {
    const noon = beforeEnd(hours(12));
    const minutesOf = Array.from({ length: 10_000 }, () => {
      const { recheckAt } = planLooks(at(noon, noon, fractionOf(newId("attempt", noon))));
      return Math.floor((recheckAt.getTime() - beforeEnd(minutes(90)).getTime()) / minutes(1));
    });
    const counts = countsOf(minutesOf);
    expect(counts.size).toBe(75);
    expect(Math.max(...counts.values())).toBeLessThan(200);
  });
});

function countsOf(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

test("the bank is asked again after 30 seconds in the evening, before it after 10 minutes, after it hour by hour", () => {
  for (const ms of [minutes(90), minutes(5)]) {
    expect(nextLookAt(beforeEnd(ms), dayEnd)).toEqual(plusMs(beforeEnd(ms), seconds(30)));
  }
  const noon = beforeEnd(hours(12));
  expect(nextLookAt(noon, dayEnd)).toEqual(plusMs(noon, minutes(10)));
  expect(nextLookAt(beforeEnd(1), dayEnd)).toEqual(plusMs(dayEnd, seconds(30) - 1));
  expect(nextLookAt(dayEnd, dayEnd)).toEqual(plusMs(dayEnd, hours(1)));
});

test("an answer is certain from two minutes after the request on", () => {
  const sentAt = beforeEnd(minutes(10));
  expect(isLookCertain(sentAt, plusMs(sentAt, minutes(2) - 1))).toBe(false);
  expect(isLookCertain(sentAt, plusMs(sentAt, minutes(2)))).toBe(true);
});
