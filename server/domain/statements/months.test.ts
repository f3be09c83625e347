import { expect, test } from "vitest";
import { listDates, listMonths, monthAt, monthSpan, readMonth } from "./months";

test("a month is a span of days in Istanbul, three hours ahead of UTC", () => {
  expect(monthSpan("2026-12")).toEqual({
    from: new Date("2026-11-30T21:00:00.000Z"),
    to: new Date("2026-12-31T21:00:00.000Z"),
  });
  expect(monthAt(new Date("2026-11-30T20:59:59.999Z"))).toBe("2026-11");
  expect(monthAt(new Date("2026-11-30T21:00:00.000Z"))).toBe("2026-12");
});

test("the months from one to another include both", () => {
  expect(listMonths("2026-11", "2027-02")).toEqual(["2026-11", "2026-12", "2027-01", "2027-02"]);
  expect(listMonths("2026-11", "2026-10")).toEqual([]);
});

test("the days of February are as many as the calendar has", () => {
  const { from, to } = monthSpan("2028-02");
  const dates = listDates(from, to);
  expect([dates.length, dates[0], dates.at(-1)]).toEqual([29, "2028-02-01", "2028-02-29"]);
});

test.each([undefined, "", "2026", "2026-13", "2026-00", "2026-1", "0026-01", "2026-01-01"])(
  "%s is not a month",
  (text) => {
    expect(readMonth(text)).toBeNull();
  },
);
