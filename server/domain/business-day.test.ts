import { describe, expect, test } from "vitest";
import {
  isBusinessDay,
  isNearDayEnd,
  istanbulDayStart,
  istanbulMonthStart,
  istanbulWeekStart,
  istanbulYearMonth,
  nextDayEnd,
  settlementDueAt,
} from "./business-day";

const at = (text: string) => new Date(text);

test("the Istanbul day begins at 21:00 UTC", () => {
  expect(istanbulDayStart(at("2026-11-20T20:59:59.999Z"))).toEqual(at("2026-11-19T21:00:00.000Z"));
  expect(istanbulDayStart(at("2026-11-20T21:00:00.000Z"))).toEqual(at("2026-11-20T21:00:00.000Z"));
});

test("the week begins on Monday, also for a Sunday and across the end of a year", () => {
  expect(istanbulWeekStart(at("2026-11-22T20:59:59.999Z"))).toEqual(at("2026-11-15T21:00:00.000Z"));
  expect(istanbulWeekStart(at("2026-11-22T21:00:00.000Z"))).toEqual(at("2026-11-22T21:00:00.000Z"));
  expect(istanbulWeekStart(at("2027-01-01T12:00:00.000Z"))).toEqual(at("2026-12-27T21:00:00.000Z"));
});

test("the month begins on its first day in Istanbul", () => {
  expect(istanbulMonthStart(at("2026-11-30T20:59:59.999Z"))).toEqual(at("2026-10-31T21:00:00.000Z"));
  expect(istanbulMonthStart(at("2026-11-30T21:00:00.000Z"))).toEqual(at("2026-11-30T21:00:00.000Z"));
});

test("the next day-end is the first one after the instant, never the instant itself", () => {
  expect(nextDayEnd(at("2026-11-20T20:59:59.999Z"), "00:00")).toEqual(at("2026-11-20T21:00:00.000Z"));
  expect(nextDayEnd(at("2026-11-20T21:00:00.000Z"), "00:00")).toEqual(at("2026-11-21T21:00:00.000Z"));
  expect(nextDayEnd(at("2026-11-20T19:59:00.000Z"), "23:00")).toEqual(at("2026-11-20T20:00:00.000Z"));
  expect(nextDayEnd(at("2026-11-20T20:00:00.000Z"), "23:00")).toEqual(at("2026-11-21T20:00:00.000Z"));
});

test("a card's month is read in Istanbul", () => {
  expect(istanbulYearMonth(at("2026-12-31T20:59:59.999Z"))).toEqual({ year: 2026, month: 12 });
  expect(istanbulYearMonth(at("2026-12-31T21:00:00.000Z"))).toEqual({ year: 2027, month: 1 });
});

describe("isBusinessDay", () => {
  const noon = (date: string) => at(`${date}T09:00:00.000Z`);

  test("true from Monday to Friday and false at the weekend, by the date in Istanbul", () => {
    const week = ["16", "17", "18", "19", "20", "21", "22"].map((day) => isBusinessDay(noon(`2026-11-${day}`)));
    expect(week).toEqual([true, true, true, true, true, false, false]);
    expect(isBusinessDay(at("2026-11-20T20:59:59.999Z")), "Friday's last millisecond").toBe(true);
    expect(isBusinessDay(at("2026-11-20T21:00:00.000Z")), "Saturday's first").toBe(false);
    expect(isBusinessDay(at("2026-11-22T20:59:59.999Z")), "Sunday's last").toBe(false);
    expect(isBusinessDay(at("2026-11-22T21:00:00.000Z")), "Monday's first").toBe(true);
  });

  test.each(["2027-01-01", "2026-04-23", "2028-05-01", "2026-05-19", "2026-07-15", "2027-08-30", "2026-10-29"])(
    "false on the national holiday %s, which is a weekday, and no effect on the day before and the day after",
    (date) => {
      expect(isBusinessDay(noon(date))).toBe(false);
      for (const ms of [-86_400_000, 86_400_000]) {
        const neighbour = new Date(noon(date).getTime() + ms);
        expect(isBusinessDay(neighbour)).toBe(neighbour.getUTCDay() % 6 !== 0);
      }
    },
  );

  test.each([
    ["2027-03-08", true],
    ["2027-03-09", false],
    ["2027-03-11", false],
    ["2027-03-12", true],
    ["2026-05-26", true],
    ["2026-05-27", false],
    ["2026-05-29", false],
    ["2026-10-28", true],
  ])("around a feast, %s: %s (the eve is worked in the morning, so it is a business day)", (date, expected) => {
    expect(isBusinessDay(noon(date))).toBe(expected);
  });
});

describe("settlementDueAt (T+1)", () => {
  test.each([
    ["Wednesday: due on Thursday", "2026-11-18T09:00:00.000Z", "00:00", "2026-11-18T21:00:00.000Z"],
    ["the first millisecond of a day", "2026-11-17T21:00:00.000Z", "00:00", "2026-11-18T21:00:00.000Z"],
    ["the last millisecond of a day", "2026-11-18T20:59:59.999Z", "00:00", "2026-11-18T21:00:00.000Z"],
    ["Friday: due on Monday", "2026-11-20T09:00:00.000Z", "00:00", "2026-11-22T21:00:00.000Z"],
    ["Saturday: due on Monday", "2026-11-21T09:00:00.000Z", "00:00", "2026-11-22T21:00:00.000Z"],
    ["the end of Sunday: due on Monday", "2026-11-22T20:59:59.999Z", "00:00", "2026-11-22T21:00:00.000Z"],
    ["Monday: due on Tuesday", "2026-11-22T21:00:00.000Z", "00:00", "2026-11-23T21:00:00.000Z"],
    ["31 December, a Friday", "2027-12-31T09:00:00.000Z", "00:00", "2028-01-02T21:00:00.000Z"],
    ["31 December, a Thursday", "2026-12-31T09:00:00.000Z", "00:00", "2027-01-03T21:00:00.000Z"],
    [
      "the eve of a feast that is followed by a weekend",
      "2026-05-26T09:00:00.000Z",
      "00:00",
      "2026-05-31T21:00:00.000Z",
    ],
    ["before a feast and 19 May", "2027-05-14T09:00:00.000Z", "00:00", "2027-05-19T21:00:00.000Z"],
    ["before 23 April and a feast", "2029-04-20T09:00:00.000Z", "00:00", "2029-04-29T21:00:00.000Z"],
    ["the day before 29 October", "2026-10-28T09:00:00.000Z", "00:00", "2026-10-29T21:00:00.000Z"],
    [
      "just before a day-end at 04:00: belongs to the previous date",
      "2026-11-19T00:59:59.999Z",
      "04:00",
      "2026-11-18T21:00:00.000Z",
    ],
    [
      "exactly at a day-end at 04:00: belongs to the new date",
      "2026-11-19T01:00:00.000Z",
      "04:00",
      "2026-11-19T21:00:00.000Z",
    ],
    [
      "just before a day-end at 23:00: belongs to that date",
      "2026-11-18T19:59:59.999Z",
      "23:00",
      "2026-11-18T21:00:00.000Z",
    ],
    [
      "exactly at a day-end at 23:00: belongs to the next date",
      "2026-11-18T20:00:00.000Z",
      "23:00",
      "2026-11-19T21:00:00.000Z",
    ],
    ["Friday after 23:00 counts as Saturday", "2026-11-20T20:30:00.000Z", "23:00", "2026-11-22T21:00:00.000Z"],
    ["Sunday after 23:00 counts as Monday", "2026-11-22T20:00:00.000Z", "23:00", "2026-11-23T21:00:00.000Z"],
    [
      "just before a day-end at 11:59: belongs to the previous date",
      "2026-11-18T08:58:59.999Z",
      "11:59",
      "2026-11-17T21:00:00.000Z",
    ],
    [
      "just before a day-end at 12:00: belongs to that date",
      "2026-11-18T08:59:59.999Z",
      "12:00",
      "2026-11-18T21:00:00.000Z",
    ],
  ])("%s", (_name, instant, dayEndLocal, due) => {
    expect(settlementDueAt(at(instant), dayEndLocal).toISOString()).toBe(due);
  });
});

describe("isNearDayEnd with five minutes", () => {
  test.each([
    ["five minutes before", "2026-11-20T20:55:00.000Z", "00:00", true],
    ["a millisecond earlier than that", "2026-11-20T20:54:59.999Z", "00:00", false],
    ["exactly at the day-end", "2026-11-20T21:00:00.000Z", "00:00", true],
    ["five minutes after", "2026-11-20T21:05:00.000Z", "00:00", true],
    ["a millisecond later than that", "2026-11-20T21:05:00.001Z", "00:00", false],
    ["at noon", "2026-11-20T09:00:00.000Z", "00:00", false],
    ["around a day-end at 22:30", "2026-11-20T19:34:00.000Z", "22:30", true],
    ["around midnight, when the day ends at 22:30", "2026-11-20T21:00:00.000Z", "22:30", false],
  ])("%s", (_name, instant, dayEndLocal, expected) => {
    expect(isNearDayEnd(at(instant), dayEndLocal, 300_000)).toBe(expected);
  });
});
