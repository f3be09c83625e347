import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isTaxNumber } from "./tax-number";

const digitsOf = (count: number) => fc.array(fc.nat(9), { minLength: count, maxLength: count });
const changed = (text: string, index: number, by: number): string => {
  const digits = Array.from(text, Number);
  digits[index] = ((digits[index] ?? 0) + by) % 10;
  return digits.join("");
};

/** Completes the first digits of a number by trying every ending, of which exactly one may be right. */
const complete = (kind: "vkn" | "tckn", start: string, missing: number): string[] =>
  Array.from({ length: 10 ** missing }, (_, end) => start + String(end).padStart(missing, "0")).filter((text) =>
    isTaxNumber(kind, text),
  );

test.each([
  ["vkn", "1234567890"],
  ["vkn", "4540536920"],
  ["tckn", "10000000146"],
  ["tckn", "17291716060"],
] as const)("accepts the %s %s", (kind, text) => expect(isTaxNumber(kind, text)).toBe(true));

test.each([
  ["vkn", "1234567891"],
  ["vkn", "4540536921"],
  ["vkn", "123456789"],
  ["vkn", "12345678900"],
  ["vkn", "１２３４５６７８９０"],
  ["tckn", "10000000145"],
  ["tckn", "00000000000"],
  ["tckn", "1000000014"],
  ["tckn", "1000000014 "],
] as const)("refuses the %s %s", (kind, text) => expect(isTaxNumber(kind, text)).toBe(false));

describe("of all endings of a beginning exactly one is right", () => {
  test("for a VKN, whose last digit is computed", () => {
    fc.assert(
      fc.property(digitsOf(9), (digits) => {
        expect(complete("vkn", digits.join(""), 1)).toHaveLength(1);
      }),
    );
  });

  test("for a TCKN, whose last two digits are computed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), digitsOf(8), (first, digits) => {
        expect(complete("tckn", [first, ...digits].join(""), 2)).toHaveLength(1);
      }),
    );
  });
});

test("one wrong digit of a TCKN is always noticed", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      digitsOf(8),
      fc.nat(10),
      fc.integer({ min: 1, max: 9 }),
      (first, digits, index, by) => {
        const [right = ""] = complete("tckn", [first, ...digits].join(""), 2);
        expect(isTaxNumber("tckn", changed(right, index, by))).toBe(false);
      },
    ),
  );
});
