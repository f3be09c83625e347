import { expect, test } from "vitest";
import { readCalendarMonth } from "./calendar-month";

test.each(["2026-11", "2000-01", "2099-12"])("%s is a month", (text) => {
  expect(readCalendarMonth(text)).toBe(text);
});

test.each([null, "", "2026", "2026-00", "2026-13", "2026-1", "1999-12", "2100-01", "2026-11-01", "2026-11\n"])(
  "%j is none",
  (text) => {
    expect(readCalendarMonth(text)).toBeNull();
  },
);
