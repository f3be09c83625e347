import { expect, test } from "vitest";
import { dayText, isNextDay, monthText, moveMonth, toWeeks, weekdayNames, writeMonth } from "./calendar-month";

const daysOf = (month: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ date: `${month}-${String(index + 1).padStart(2, "0")}` }));

test("a month and its days are named in both languages, and weeks begin on Monday", () => {
  expect([monthText("2026-11", "tr"), monthText("2026-11", "en")]).toEqual(["Kasım 2026", "November 2026"]);
  expect(dayText("2026-11-30", "tr", "weekday")).toBe("30 Kasım Pazartesi");
  expect(dayText("2026-11-30", "en", "weekday")).toBe("Monday 30 November");
  expect(weekdayNames("en").map(({ short }) => short)).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
});

test("months follow each other over the ends of years", () => {
  expect([moveMonth("2026-12", 1), moveMonth("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
  expect([isNextDay("2026-11-30", "2026-12-01"), isNextDay("2026-11-30", "2026-12-02")]).toEqual([true, false]);
});

test("the address names another month than the present one, and keeps the filters of the list", () => {
  const filtered = new URLSearchParams("status=sent&month=2026-10");
  expect(writeMonth(filtered, "2026-12")).toBe("status=sent&month=2026-12");
  expect(writeMonth(filtered, null)).toBe("status=sent");
  expect(writeMonth(new URLSearchParams(), "2026-12")).toBe("month=2026-12");
});

test.each([
  ["2026-11", 30, 6, 6],
  ["2027-02", 28, 0, 0],
  ["2026-08", 31, 5, 6],
])("the weeks of %s are whole, with its %i days under their names", (month, count, before, after) => {
  const cells = toWeeks(daysOf(month, count)).flat();
  expect(cells.length % 7).toBe(0);
  expect(cells.map((day) => day?.date ?? null)).toEqual([
    ...Array.from({ length: before }, () => null),
    ...daysOf(month, count).map(({ date }) => date),
    ...Array.from({ length: after }, () => null),
  ]);
});
