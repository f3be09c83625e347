import { expect, test } from "vitest";
import {
  istanbulDayStart,
  istanbulMonthStart,
  istanbulWeekStart,
  istanbulYearMonth,
  nextDayEnd,
} from "./business-day";

const at = (text: string) => new Date(text);

test("the day begins at 21:00 UTC", () => {
  expect(istanbulDayStart(at("2026-11-20T20:59:59.999Z"))).toEqual(at("2026-11-19T21:00:00.000Z"));
  expect(istanbulDayStart(at("2026-11-20T21:00:00.000Z"))).toEqual(at("2026-11-20T21:00:00.000Z"));
});

test("the week begins on Monday, also from Sunday and over the end of a year", () => {
  expect(istanbulWeekStart(at("2026-11-22T20:59:59.999Z"))).toEqual(at("2026-11-15T21:00:00.000Z"));
  expect(istanbulWeekStart(at("2026-11-22T21:00:00.000Z"))).toEqual(at("2026-11-22T21:00:00.000Z"));
  expect(istanbulWeekStart(at("2027-01-01T12:00:00.000Z"))).toEqual(at("2026-12-27T21:00:00.000Z"));
});

test("the month begins on its first day in Istanbul", () => {
  expect(istanbulMonthStart(at("2026-11-30T20:59:59.999Z"))).toEqual(at("2026-10-31T21:00:00.000Z"));
  expect(istanbulMonthStart(at("2026-11-30T21:00:00.000Z"))).toEqual(at("2026-11-30T21:00:00.000Z"));
});

test("day-end is the first one after the instant, never the instant itself", () => {
  expect(nextDayEnd(at("2026-11-20T20:59:59.999Z"), "00:00")).toEqual(at("2026-11-20T21:00:00.000Z"));
  expect(nextDayEnd(at("2026-11-20T21:00:00.000Z"), "00:00")).toEqual(at("2026-11-21T21:00:00.000Z"));
  expect(nextDayEnd(at("2026-11-20T19:59:00.000Z"), "23:00")).toEqual(at("2026-11-20T20:00:00.000Z"));
  expect(nextDayEnd(at("2026-11-20T20:00:00.000Z"), "23:00")).toEqual(at("2026-11-21T20:00:00.000Z"));
});

test("a card's month is read in Istanbul", () => {
  expect(istanbulYearMonth(at("2026-12-31T20:59:59.999Z"))).toEqual({ year: 2026, month: 12 });
  expect(istanbulYearMonth(at("2026-12-31T21:00:00.000Z"))).toEqual({ year: 2027, month: 1 });
});
