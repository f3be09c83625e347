import { expect, test } from "vitest";
import { changeOf, percentText, pointsText, successRate } from "./change";

test.each([
  [150n, 100n, 0.5],
  [100n, 150n, -0.333],
  [100n, 100n, 0],
  [0n, 100n, -1],
  [100n, 0n, null],
  [-50n, -100n, 0.5],
  [50n, -100n, 1.5],
  [9_007_199_254_740_993_000n, 9_007_199_254_740_993_000n, 0],
])("a change of what was, to the tenth of a percent: %s after %s", (now, before, expected) => {
  expect(changeOf(now, before)).toBe(expected);
});

test.each([
  [0, 0, null],
  [6, 1, 0.857],
  [0, 3, 0],
  [3, 0, 1],
])("the share of captures in what ended: %s of it, %s not", (captured, notCaptured, expected) => {
  expect(successRate(captured, notCaptured)).toBe(expected);
});

test("percents and points are written as each language does", () => {
  expect(percentText(0.857, "tr")).toBe("%85,7");
  expect(percentText(0.857, "en")).toBe("85.7%");
  expect(pointsText(-0.015, "tr")).toBe("1,5");
});
