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

describe("days on which banks settle", () => {
  const noon = (date: string) => at(`${date}T09:00:00.000Z`);

  test("the days of a week but its end, by the date in Istanbul", () => {
    const week = ["16", "17", "18", "19", "20", "21", "22"].map((day) =>
      isBusinessDay(noon(`2026-11-${day}`)),
    );
    expect(week).toEqual([true, true, true, true, true, false, false]);
    expect(isBusinessDay(at("2026-11-20T20:59:59.999Z")), "Friday's last millisecond").toBe(true);
    expect(isBusinessDay(at("2026-11-20T21:00:00.000Z")), "Saturday's first").toBe(false);
    expect(isBusinessDay(at("2026-11-22T20:59:59.999Z")), "Sunday's last").toBe(false);
    expect(isBusinessDay(at("2026-11-22T21:00:00.000Z")), "Monday's first").toBe(true);
  });

  test.each([
    "2027-01-01",
    "2026-04-23",
    "2028-05-01",
    "2026-05-19",
    "2026-07-15",
    "2027-08-30",
    "2026-10-29",
  ])(
    "none on the national holiday %s, a weekday, and both days beside it are what they are without it",
    (date) => {
      expect(isBusinessDay(noon(date))).toBe(false);
      for (const ms of [-86_400_000, 86_400_000]) {
        const beside = new Date(noon(date).getTime() + ms);
        expect(isBusinessDay(beside)).toBe(beside.getUTCDay() % 6 !== 0);
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
  ])("of a feast the days themselves, not the eve that is worked in the morning: %s %s", (date, expected) => {
    expect(isBusinessDay(noon(date))).toBe(expected);
  });
});

describe("when a net is due (T+1)", () => {
  test.each([
    ["a Wednesday's", "2026-11-18T09:00:00.000Z", "00:00", "2026-11-18T21:00:00.000Z"],
    ["a day's first millisecond", "2026-11-17T21:00:00.000Z", "00:00", "2026-11-18T21:00:00.000Z"],
    ["a day's last millisecond", "2026-11-18T20:59:59.999Z", "00:00", "2026-11-18T21:00:00.000Z"],
    ["Friday's waits for Monday", "2026-11-20T09:00:00.000Z", "00:00", "2026-11-22T21:00:00.000Z"],
    ["so does Saturday's", "2026-11-21T09:00:00.000Z", "00:00", "2026-11-22T21:00:00.000Z"],
    ["and Sunday's to its end", "2026-11-22T20:59:59.999Z", "00:00", "2026-11-22T21:00:00.000Z"],
    ["Monday's is due on Tuesday", "2026-11-22T21:00:00.000Z", "00:00", "2026-11-23T21:00:00.000Z"],
    ["on New Year's Eve of a Friday", "2027-12-31T09:00:00.000Z", "00:00", "2028-01-02T21:00:00.000Z"],
    ["on New Year's Eve of a Thursday", "2026-12-31T09:00:00.000Z", "00:00", "2027-01-03T21:00:00.000Z"],
    [
      "on the eve of a feast before a week's end",
      "2026-05-26T09:00:00.000Z",
      "00:00",
      "2026-05-31T21:00:00.000Z",
    ],
    ["over a feast and 19 May", "2027-05-14T09:00:00.000Z", "00:00", "2027-05-19T21:00:00.000Z"],
    ["over 23 April and a feast", "2029-04-20T09:00:00.000Z", "00:00", "2029-04-29T21:00:00.000Z"],
    ["on the day before 29 October", "2026-10-28T09:00:00.000Z", "00:00", "2026-10-29T21:00:00.000Z"],
    [
      "before a day-end at 04:00: the day before's",
      "2026-11-19T00:59:59.999Z",
      "04:00",
      "2026-11-18T21:00:00.000Z",
    ],
    ["at a day-end at 04:00: the new day's", "2026-11-19T01:00:00.000Z", "04:00", "2026-11-19T21:00:00.000Z"],
    [
      "before a day-end at 23:00: still that day's",
      "2026-11-18T19:59:59.999Z",
      "23:00",
      "2026-11-18T21:00:00.000Z",
    ],
    [
      "at a day-end at 23:00: the next day's",
      "2026-11-18T20:00:00.000Z",
      "23:00",
      "2026-11-19T21:00:00.000Z",
    ],
    ["Friday after 23:00 is Saturday's", "2026-11-20T20:30:00.000Z", "23:00", "2026-11-22T21:00:00.000Z"],
    ["Sunday after 23:00 is Monday's", "2026-11-22T20:00:00.000Z", "23:00", "2026-11-23T21:00:00.000Z"],
    [
      "before a day-end at 11:59 the day is the last one",
      "2026-11-18T08:58:59.999Z",
      "11:59",
      "2026-11-17T21:00:00.000Z",
    ],
    [
      "before a day-end at 12:00 the day is this one",
      "2026-11-18T08:59:59.999Z",
      "12:00",
      "2026-11-18T21:00:00.000Z",
    ],
  ])("%s", (_name, instant, dayEndLocal, due) => {
    expect(settlementDueAt(at(instant), dayEndLocal).toISOString()).toBe(due);
  });
});

describe("whether an instant lies within five minutes of a day-end", () => {
  test.each([
    ["five minutes before", "2026-11-20T20:55:00.000Z", "00:00", true],
    ["longer before", "2026-11-20T20:54:59.999Z", "00:00", false],
    ["at it", "2026-11-20T21:00:00.000Z", "00:00", true],
    ["five minutes after", "2026-11-20T21:05:00.000Z", "00:00", true],
    ["longer after", "2026-11-20T21:05:00.001Z", "00:00", false],
    ["at noon", "2026-11-20T09:00:00.000Z", "00:00", false],
    ["around a day-end at 22:30", "2026-11-20T19:34:00.000Z", "22:30", true],
    ["around midnight, where the day ends at 22:30", "2026-11-20T21:00:00.000Z", "22:30", false],
  ])("%s", (_name, instant, dayEndLocal, expected) => {
    expect(isNearDayEnd(at(instant), dayEndLocal, 300_000)).toBe(expected);
  });
});
