import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parsePrice, parseRate, priceInput, rateInput } from "./price-text";

describe("parseRate", () => {
  test.each<[string, number]>([
    ["2,50", 250],
    ["2.50", 250],
    ["2,5", 250],
    ["2", 200],
    ["0", 0],
    ["0,07", 7],
    ["%2,50", 250],
    ["% 2.5", 250],
    [" 2,50 % ", 250],
    ["100", 10_000],
    ["100,00", 10_000],
  ])("reads %j", (typed, bps) => {
    expect(parseRate(typed)).toBe(bps);
  });

  test.each(["", " ", "%", "2,505", "2,", ",5", "-1", "+1", "100,01", "101", "1.000", "2 50", "%2%", "２", "2e1", "x"])(
    "null for %j",
    (typed) => {
      expect(parseRate(typed)).toBeNull();
    },
  );

  test("reads every rate as it is written in either language", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), (bps) => {
        for (const language of ["tr", "en"] as const) expect(parseRate(rateInput(bps, language))).toBe(bps);
      }),
    );
    expect([rateInput(250, "tr"), rateInput(7, "en")]).toEqual(["2,50", "0.07"]);
  });
});

describe("parsePrice", () => {
  test.each<[string, "tr" | "en", number, bigint | null]>([
    ["2,50", "tr", 250, null],
    ["2,50 + 1,00", "tr", 250, 100n],
    ["2,50+1", "tr", 250, 100n],
    ["2.50 + TRY 1,000.00", "en", 250, 100_000n],
    ["0 + 0", "tr", 0, 0n],
  ])("reads %j in %s", (typed, language, rateBps, fixedFee) => {
    expect(parsePrice(typed, language)).toEqual({ rateBps, fixedFee });
  });

  test.each(["", "+ 1", "2,50 +", "2,50 + x", "2,50 + 1 + 1", "2,50 + 10000000,01", "=2+5%"])(
    "null for %j",
    (typed) => {
      expect(parsePrice(typed, "tr")).toBeNull();
    },
  );

  test("reads every price as it is written in either language", () => {
    const prices = fc.record({
      rateBps: fc.integer({ min: 0, max: 10_000 }),
      fixedFee: fc.option(fc.bigInt(0n, 1_000_000_000n)),
    });
    fc.assert(
      fc.property(prices, fc.constantFrom("tr" as const, "en" as const), (price, language) => {
        expect(parsePrice(priceInput(price, language), language)).toEqual(price);
      }),
    );
  });
});
