import { expect, test } from "vitest";
import { dayOf, dayText } from "./due-day";

test("a day's name leads to its start in Istanbul, and back", () => {
  expect(dayOf("2026-11-23")).toEqual(new Date("2026-11-22T21:00:00.000Z"));
  expect(dayText(new Date("2026-11-22T21:00:00.000Z"))).toBe("2026-11-23");
  expect(dayText(new Date("2026-11-22T20:59:59.999Z"))).toBe("2026-11-22");
});

test.each([null, undefined, "", "tomorrow", "2026-11-23T00:00", "2026-99-99"])("none for %j", (text) => {
  expect(dayOf(text)).toBeNull();
});
