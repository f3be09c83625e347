import { expect, test } from "vitest";
import { formatDay, parseDay } from "./due-day";

test("converts a day to its start in Istanbul time, and back", () => {
  expect(parseDay("2026-11-23")).toEqual(new Date("2026-11-22T21:00:00.000Z"));
  expect(formatDay(new Date("2026-11-22T21:00:00.000Z"))).toBe("2026-11-23");
  expect(formatDay(new Date("2026-11-22T20:59:59.999Z"))).toBe("2026-11-22");
});

test.each([null, undefined, "", "tomorrow", "2026-11-23T00:00", "2026-99-99"])("returns null for %j", (text) => {
  expect(parseDay(text)).toBeNull();
});
