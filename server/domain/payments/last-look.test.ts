import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { days, hours, minutes, plusMs, seconds } from "../clock";
import { hashToFraction, newId } from "../ids";
import { isLookConclusive, lookAfterClearAnswer, lookAfterUnclearAnswer, planLooks } from "./last-look";

const dayEnd = new Date("2026-11-20T21:00:00.000Z");
const beforeEnd = (ms: number): Date => plusMs(dayEnd, -ms);
const at = (now: Date, sentAt = plusMs(now, -minutes(2)), fraction = 0.5) => ({
  sentAt,
  now,
  fraction,
  dayEndLocal: "00:00",
});

describe("planLooks and lookAfterClearAnswer", () => {
  test("the first look is in the last 90 minutes of the bank's day, at the latest 15 minutes before its end", () => {
    const noon = beforeEnd(hours(12));
    expect(planLooks(at(noon, noon, 0))).toEqual({ recheckAt: beforeEnd(minutes(90)), looksWanted: 2 });
    const last = planLooks(at(noon, noon, 1 - 1e-9)).recheckAt;
    expect(last <= beforeEnd(minutes(15))).toBe(true);
    expect(last > beforeEnd(minutes(16))).toBe(true);
  });

  test("one more look comes at once when the last 90 minutes have begun", () => {
    for (const ms of [minutes(90), minutes(4), seconds(5)]) {
      const now = beforeEnd(ms);
      expect(planLooks(at(now))).toEqual({ recheckAt: now, looksWanted: 3 });
    }
  });

  test("the first look comes at once when the day has ended", () => {
    const now = plusMs(dayEnd, seconds(30));
    expect(planLooks(at(now, beforeEnd(seconds(90))))).toEqual({ recheckAt: now, looksWanted: 2 });
  });

  test("the second look is between the first one and the end of the same day, at any time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: minutes(90) }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (ms, fraction) => {
          const now = beforeEnd(ms);
          const second = lookAfterClearAnswer(at(now, now, fraction), 2);
          expect(second > now).toBe(true);
          expect(second < dayEnd).toBe(true);
        },
      ),
    );
  });

  test.each([
    ["after the look before day-end", beforeEnd(minutes(20)), 1],
    ["after the look at once, when the day had ended", plusMs(dayEnd, minutes(1)), 1],
  ])("the last look is in the evening of the next day: %s", (_what, now, looksWanted) => {
    const last = lookAfterClearAnswer(at(now, beforeEnd(minutes(30))), looksWanted);
    const end = plusMs(dayEnd, days(1));
    expect(last >= plusMs(end, -minutes(90))).toBe(true);
    expect(last <= plusMs(end, -minutes(15))).toBe(true);
  });

  test("spreads 10,000 looks of a day evenly: fewer than 200 in every minute", () => {
    const noon = beforeEnd(hours(12));
    const lookMinutes = Array.from({ length: 10_000 }, () => {
      const { recheckAt } = planLooks(at(noon, noon, hashToFraction(newId(systemRandom, "attempt", noon))));
      return Math.floor((recheckAt.getTime() - beforeEnd(minutes(90)).getTime()) / minutes(1));
    });
    const counts = countValues(lookMinutes);
    expect(counts.size).toBe(75);
    expect(Math.max(...counts.values())).toBeLessThan(200);
  });
});

function countValues(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

test("repeats an unclear look every 10 minutes, in the last 90 minutes every 30 seconds, after day-end hourly", () => {
  for (const ms of [minutes(90), minutes(5)]) {
    expect(lookAfterUnclearAnswer(beforeEnd(ms), dayEnd)).toEqual(plusMs(beforeEnd(ms), seconds(30)));
  }
  const noon = beforeEnd(hours(12));
  expect(lookAfterUnclearAnswer(noon, dayEnd)).toEqual(plusMs(noon, minutes(10)));
  expect(lookAfterUnclearAnswer(beforeEnd(1), dayEnd)).toEqual(plusMs(dayEnd, seconds(30) - 1));
  expect(lookAfterUnclearAnswer(dayEnd, dayEnd)).toEqual(plusMs(dayEnd, hours(1)));
});

test("an answer is conclusive from two minutes after the request on", () => {
  const sentAt = beforeEnd(minutes(10));
  expect(isLookConclusive(sentAt, plusMs(sentAt, minutes(2) - 1))).toBe(false);
  expect(isLookConclusive(sentAt, plusMs(sentAt, minutes(2)))).toBe(true);
});
