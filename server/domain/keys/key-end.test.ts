import { expect, test } from "vitest";
import { days, plusMs } from "../clock";
import { nextEndWarning } from "./key-end";

const now = new Date("2026-11-26T09:00:00.000Z");

test.each([
  ["a year", 365, 358],
  ["eight days", 8, 1],
  ["seven days", 7, 6],
  ["five days", 5, 4],
  ["one day", 1, null],
  ["half a day", 0.5, null],
])("a key that ends in %s is warned of first after so many days, or not at all", (_, left, after) => {
  expect(nextEndWarning(plusMs(now, days(left)), now)).toEqual(after === null ? null : plusMs(now, days(after)));
});

test("a key without an end is never warned of", () => {
  expect(nextEndWarning(null, now)).toBeNull();
});
