import { describe, expect, test } from "vitest";
import { parseTypedAmount } from "@/server/domain/money";
import { amountText } from "./amount-text";

describe("parseTypedAmount", () => {
  test.each([
    ["tr", "1250", 125_000n],
    ["tr", "1.250,50", 125_050n],
    ["tr", "1250,5", 125_050n],
    ["tr", "1250,", 125_000n],
    ["tr", "10.000.000", 1_000_000_000n],
    ["tr", "1.250", 125_000n],
    ["tr", "1250.50", 125_050n],
    ["tr", " 99,90 TL ", 9_990n],
    ["en", "1,250.50", 125_050n],
    ["en", "1,250", 125_000n],
    ["en", "1250,50", 125_050n],
    ["en", "TRY 0.01", 1n],
    ["en", "0", 0n],
  ] as const)("%s: reads %s", (language, typed, kurus) => {
    expect(parseTypedAmount(typed, language)).toBe(kurus);
  });

  test.each([
    ["tr", ""],
    ["tr", "abc"],
    ["tr", "-5"],
    ["tr", "1,250.50"],
    ["tr", "12,345"],
    ["tr", "1,2,3"],
    ["tr", "12.34.567"],
    ["en", "1.250,50"],
    ["en", "1.234"],
    ["en", "1234,567"],
    ["en", "1e3"],
    ["en", "1234567890123456"],
  ] as const)("%s: returns null for %s", (language, typed) => {
    expect(parseTypedAmount(typed, language)).toBeNull();
  });

  test("reads back what amountText writes", () => {
    for (const language of ["tr", "en"] as const) {
      for (const kurus of [0n, 1n, 99n, 125_050n, 1_000_000_000n]) {
        expect(parseTypedAmount(amountText(kurus, language), language)).toBe(kurus);
      }
    }
  });
});
