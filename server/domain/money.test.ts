import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalText, displayAmount, jsonAmount, parseDecimalText } from "./money";

test("decimal text and back, for every amount", () => {
  expect(decimalText(125_050n)).toBe("1250.50");
  expect(decimalText(5n)).toBe("0.05");
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), (kurus) => parseDecimalText(decimalText(kurus)) === kurus),
  );
});

test("what banks write is read exactly, anything else is refused", () => {
  expect([parseDecimalText("100"), parseDecimalText("1.1"), parseDecimalText("1.01")]).toEqual([
    10_000n,
    110n,
    101n,
  ]);
  for (const text of ["", "1.", ".5", "1,50", "1.001", "-1", "1e3", " 1", "١"])
    expect(parseDecimalText(text)).toBeNull();
});

test("amounts are shown with currency, grouping and two decimals", () => {
  expect(displayAmount(125_050n, "tr")).toBe("1.250,50 TL");
  expect(displayAmount(125_050n, "en")).toBe("TRY 1,250.50");
  expect(displayAmount(100_000_000_000n, "tr")).toBe("1.000.000.000,00 TL");
  expect(displayAmount(5n, "en")).toBe("TRY 0.05");
});

test("an amount that JSON cannot hold exactly is refused", () => {
  expect(jsonAmount(1_000_000_000n)).toBe(1_000_000_000);
  expect(() => jsonAmount(2n ** 53n)).toThrow(RangeError);
});
