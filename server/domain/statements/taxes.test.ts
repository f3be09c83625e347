import { assert, bigInt, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { computeCommissionFigures, findTaxRate, splitTax } from "./taxes";

describe("the rate of a day", () => {
  test.each([
    ["kdv", "2023-07-09", 1_800],
    ["kdv", "2023-07-10", 2_000],
    ["kdv", "2026-11-28", 2_000],
    ["bsmv", "2023-07-09", 500],
    ["bsmv", "2026-11-28", 500],
  ] as const)("of %s on %s is %i basis points", (tax, day, rateBps) => {
    expect(findTaxRate(tax, day).rateBps).toBe(rateBps);
  });
});

describe("the tax in an amount", () => {
  test.each([
    [12_000n, 2_000, 10_000n, 2_000n],
    [11_800n, 1_800, 10_000n, 1_800n],
    [10_500n, 500, 10_000n, 500n],
    // 3 / 1.2 is 2.5, and 9 / 1.2 is 7.5: a half goes to the even number.
    [3n, 2_000, 2n, 1n],
    [9n, 2_000, 8n, 1n],
    [-3n, 2_000, -2n, -1n],
    [0n, 2_000, 0n, 0n],
  ])("of %i kuruş at %i basis points leaves %i and is %i", (amountKurus, rateBps, baseKurus, taxKurus) => {
    expect(splitTax(amountKurus, rateBps)).toEqual({ baseKurus, taxKurus });
  });

  test("adds up with the base to the kuruş, and is within half a kuruş of the exact value", () => {
    const amounts = bigInt({ min: -1_000_000_000_000n, max: 1_000_000_000_000n });
    assert(
      property(amounts, constantFrom(500, 1_800, 2_000), (amountKurus, rateBps) => {
        const { baseKurus, taxKurus } = splitTax(amountKurus, rateBps);
        const missBy = baseKurus * (10_000n + BigInt(rateBps)) - amountKurus * 10_000n;
        expect(baseKurus + taxKurus).toBe(amountKurus);
        expect((missBy < 0n ? -missBy : missBy) * 2n).toBeLessThanOrEqual(10_000n + BigInt(rateBps));
      }),
    );
  });
});

describe("the figures of a month", () => {
  test("have a row for each part and rate, and add up to what was earned", () => {
    const earned = [
      { day: "2023-07-09", book: "collected", part: "commission", amountKurus: 11_800n },
      { day: "2023-07-10", book: "collected", part: "commission", amountKurus: 12_000n },
      { day: "2023-07-11", book: "collected", part: "commission", amountKurus: 600n },
      { day: "2023-07-11", book: "collected", part: "fixed_fees", amountKurus: 120n },
    ] as const;
    const figure = { book: "collected", part: "commission", tax: "kdv" };
    expect(computeCommissionFigures("kdv", "2023-07", earned)).toEqual([
      { ...figure, rateBps: 1_800, fromDay: "2023-07-01", amountKurus: 11_800n, baseKurus: 10_000n, taxKurus: 1_800n },
      { ...figure, rateBps: 2_000, fromDay: "2023-07-10", amountKurus: 12_600n, baseKurus: 10_500n, taxKurus: 2_100n },
      {
        ...figure,
        part: "fixed_fees",
        rateBps: 2_000,
        fromDay: "2023-07-10",
        amountKurus: 120n,
        baseKurus: 100n,
        taxKurus: 20n,
      },
    ]);
  });

  test("have no row for a part of which nothing was earned", () => {
    const nothing = { day: "2026-11-01", book: "direct", part: "fixed_fees", amountKurus: 0n } as const;
    expect(computeCommissionFigures("kdv", "2026-11", [nothing])).toEqual([]);
  });
});
