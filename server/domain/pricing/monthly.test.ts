import fc from "fast-check";
import { expect, it } from "vitest";
import { monthlyAmounts } from "./monthly";

it("the first month includes the remainder (the example of D-29)", () => {
  expect(monthlyAmounts(128_176n, 3)).toEqual({ firstKurus: 42_726n, restKurus: 42_725n });
  expect(monthlyAmounts(125_050n, 1)).toEqual({ firstKurus: 125_050n, restKurus: 125_050n });
});

it("the months add up to the total, and the first one exceeds the others by less than a kuruş per month", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 1_000_000_000n }), fc.integer({ min: 1, max: 36 }), (total, count) => {
      const { firstKurus, restKurus } = monthlyAmounts(total, count);
      expect(firstKurus + restKurus * BigInt(count - 1)).toBe(total);
      expect(firstKurus - restKurus).toBeGreaterThanOrEqual(0n);
      expect(firstKurus - restKurus).toBeLessThan(BigInt(count));
    }),
  );
});
