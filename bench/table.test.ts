import { afterEach, expect, test, vi } from "vitest";
import { MissedBound, printDurations } from "./table";

const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
afterEach(() => void printed.mockClear());

test("prints the median, the shortest and the longest duration, and that the bound is kept", () => {
  printDurations("start", [9_000, 12_000, 10_000], 10_000);
  expect(printed.mock.calls[0]?.[0]).toMatch(/start +10000 +9000 +12000 {3}bound 10000: kept$/);
});

test("prints a missed bound and throws", () => {
  expect(() => printDurations("start", [10_001], 10_000)).toThrow(MissedBound);
  expect(printed.mock.calls[0]?.[0]).toMatch(/bound 10000: missed$/);
});
