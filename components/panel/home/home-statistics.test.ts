import { expect, test } from "vitest";
import { percentText, pointsText, relativeChange, successRate } from "./home-statistics";

test.each([
  [150n, 100n, 0.5],
  [100n, 150n, -0.333],
  [100n, 100n, 0],
  [0n, 100n, -1],
  [100n, 0n, null],
  [-50n, -100n, 0.5],
  [50n, -100n, 1.5],
  [9_007_199_254_740_993_000n, 9_007_199_254_740_993_000n, 0],
])("relative change to a tenth of a percent: %s after %s", (now, before, expected) => {
  expect(relativeChange(now, before)).toBe(expected);
});

test.each([
  [0, 0, null],
  [6, 1, 0.857],
  [0, 3, 0],
  [3, 0, 1],
])("success rate: %s captured, %s not captured", (captured, notCaptured, expected) => {
  expect(successRate(captured, notCaptured)).toBe(expected);
});

test("formats percentages and percentage points in each language", () => {
  expect(percentText(0.857, "tr")).toBe("%85,7");
  expect(percentText(0.857, "en")).toBe("85.7%");
  expect(pointsText(-0.015, "tr")).toBe("1,5");
});
