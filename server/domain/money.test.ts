import fc from "fast-check";
import { expect, test } from "vitest";
import { decimalText, displayAmount, jsonAmount, parseWireAmount } from "./money";

test("every amount survives the conversion to a decimal text and back", () => {
  expect(decimalText(125_050n)).toBe("1250.50");
  expect(decimalText(5n)).toBe("0.05");
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), (kurus) => parseWireAmount(decimalText(kurus), "decimal") === kurus),
  );
});

test("reads the banks' decimal texts exactly and returns null for any other text", () => {
  expect([
    parseWireAmount("100", "decimal"),
    parseWireAmount("1.1", "decimal"),
    parseWireAmount("1.01", "decimal"),
  ]).toEqual([10_000n, 110n, 101n]);
  for (const text of ["", "1.", ".5", "1,50", "1.001", "-1", "1e3", " 1", "١"])
    expect(parseWireAmount(text, "decimal")).toBeNull();
});

test("displays amounts with currency, grouping and two decimals", () => {
  expect(displayAmount(125_050n, "tr")).toBe("1.250,50 TL");
  expect(displayAmount(125_050n, "en")).toBe("TRY 1,250.50");
  expect(displayAmount(100_000_000_000n, "tr")).toBe("1.000.000.000,00 TL");
  expect(displayAmount(5n, "en")).toBe("TRY 0.05");
});

test.each([
  ["de-DE", "1.250,50\u00a0TRY"],
  ["ru-RU", "1\u00a0250,50\u00a0TRY"],
  ["uk-UA", "1\u00a0250,50\u00a0TRY"],
  // The right-to-left mark puts the currency to the left of the number, where an Arabic reader expects it.
  ["ar-u-nu-latn", "\u200f1,250.50\u00a0TRY"],
  ["fr-FR", "1\u202f250,50\u00a0TRY"],
])("displays amounts in other languages as Intl writes them, unbroken: %s", (locale, text) => {
  expect(displayAmount(125_050n, locale)).toBe(text);
});

test("displays the largest amount exactly in every language", () => {
  for (const locale of ["tr", "en", "de-DE", "ru-RU", "uk-UA", "ar-u-nu-latn"])
    expect(displayAmount(900_719_925_474_099_123n, locale).replace(/\D/g, "")).toBe("900719925474099123");
});

test("throws for an amount that a JSON number cannot hold exactly", () => {
  expect(jsonAmount(1_000_000_000n)).toBe(1_000_000_000);
  expect(() => jsonAmount(2n ** 53n)).toThrow(RangeError);
});
