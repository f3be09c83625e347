import { describe, expect, test } from "vitest";
import { readDay, type Span, spanWords, toTimeRange } from "./list-spans";

/** Returns the first and the last day in Istanbul, both included. */
const daysOf = (span: Span, now: string) => {
  const { from, to } = toTimeRange(span, new Date(now));
  const day = (instant: Date | null, shiftMs: number) =>
    instant && new Date(instant.getTime() + 3 * 3_600_000 + shiftMs).toISOString();
  return [day(from, 0)?.replace("T00:00:00.000Z", ""), day(to, -1)?.replace("T23:59:59.999Z", "")];
};

// 23 November 2026 is a Monday.
describe("spans as words are days in Istanbul, which begin at 21:00 UTC", () => {
  test.each([
    ["today", "2026-11-23T20:59:59.999Z", "2026-11-23", "2026-11-23"],
    ["today", "2026-11-23T21:00:00.000Z", "2026-11-24", "2026-11-24"],
    ["yesterday", "2026-11-23T20:59:59.999Z", "2026-11-22", "2026-11-22"],
    ["yesterday", "2026-11-23T21:00:00.000Z", "2026-11-23", "2026-11-23"],
    ["this_week", "2026-11-22T20:59:59.999Z", "2026-11-16", "2026-11-22"],
    ["this_week", "2026-11-22T21:00:00.000Z", "2026-11-23", "2026-11-23"],
    ["this_month", "2026-11-30T20:59:59.999Z", "2026-11-01", "2026-11-30"],
    ["this_month", "2026-11-30T21:00:00.000Z", "2026-12-01", "2026-12-01"],
    ["last_month", "2026-11-30T20:59:59.999Z", "2026-10-01", "2026-10-31"],
    ["last_month", "2026-12-31T21:00:00.000Z", "2026-12-01", "2026-12-31"],
    ["last_month", "2028-03-15T09:00:00.000Z", "2028-02-01", "2028-02-29"],
    ["last_7_days", "2026-11-23T20:59:59.999Z", "2026-11-17", "2026-11-23"],
    ["last_7_days", "2026-11-23T21:00:00.000Z", "2026-11-18", "2026-11-24"],
    ["last_30_days", "2026-11-23T09:00:00.000Z", "2026-10-25", "2026-11-23"],
  ] as const)("%s at %s", (word, now, first, last) => expect(daysOf(word, now)).toEqual([first, last]));

  test("every word is covered by a case, and is never empty", () => {
    for (const word of spanWords) {
      const { from, to } = toTimeRange(word, new Date("2026-11-23T09:00:00.000Z"));
      expect(to!.getTime() - from!.getTime()).toBeGreaterThanOrEqual(86_400_000);
    }
  });
});

test("a range of days includes its last day, and an open end stays open", () => {
  const now = "2026-11-23T09:00:00.000Z";
  expect(daysOf({ fromDay: "2026-11-20", toDay: "2026-11-20" }, now)).toEqual(["2026-11-20", "2026-11-20"]);
  expect(toTimeRange({ fromDay: null, toDay: "2026-11-20" }, new Date(now))).toEqual({
    from: null,
    to: new Date("2026-11-20T21:00:00.000Z"),
  });
});

test.each([
  ["2026-11-20", "2026-11-20"],
  ["2028-02-29", "2028-02-29"],
  ["2026-02-29", null],
  ["2026-13-01", null],
  ["2026-2-3", null],
  ["0026-11-20", null],
  ["tomorrow", null],
  ["", null],
  [undefined, null],
])("reads the day %j as %j", (text, day) => expect(readDay(text)).toBe(day));
