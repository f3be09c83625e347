import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { appliedPage, appliedSize, hasMorePages, isWithinHorizon } from "./link-paging";

const anyInteger = fc.oneof(
  fc.bigInt({ min: -300n, max: 300n }),
  fc.bigInt({ min: -200_000n, max: 200_000n }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
);
const noInteger = fc
  .oneof(
    fc.constantFrom("", "-", "--1", "+1", "1.0", "1e2", " 1", "1 ", "0x10", "１", "٣", "NaN", "1,2", "1_000"),
    fc.string(),
  )
  .filter((text) => !/^-?[0-9]+$/.test(text));

describe("appliedPage and appliedSize", () => {
  test.each([
    [undefined, 0n],
    ["0", 0n],
    ["7", 7n],
    ["007", 7n],
    ["-1", 0n],
    ["-99999999999999999999", 0n],
    ["99999999999999999999", 99_999_999_999_999_999_999n],
  ])("page %s is %s", (text, page) => expect(appliedPage(text)).toBe(page));

  test.each([
    [undefined, 20],
    ["1", 1],
    ["200", 200],
    ["201", 200],
    ["500", 200],
    ["0", 1],
    ["-5", 1],
    ["99999999999999999999", 200],
    ["-99999999999999999999", 1],
  ])("size %s is %s", (text, size) => expect(appliedSize(text)).toBe(size));

  test("a value that is not an integer becomes the default", () =>
    fc.assert(
      fc.property(noInteger, (text) => {
        expect([appliedPage(text), appliedSize(text)]).toEqual([0n, 20]);
      }),
    ));
  test("any integer becomes a page that is not negative and a size from 1 to 200, unchanged when it is valid", () =>
    fc.assert(
      fc.property(anyInteger, (value) => {
        expect(appliedPage(String(value))).toBe(value < 0n ? 0n : value);
        const size = appliedSize(String(value));
        expect(size === Number(value) || (value > 200n ? size === 200 : value < 1n && size === 1)).toBe(true);
      }),
    ));
});

describe("isWithinHorizon and hasMorePages", () => {
  test.each([
    ["5000", "20", true],
    ["5001", "20", false],
    ["500", "200", true],
    ["500", "500", true],
    ["501", "500", false],
    ["100000", "1", true],
    ["100000", "-1", true],
    ["100001", "0", false],
    ["5000", "x", true],
    ["-5", "500", true],
    ["99999999999999999999", "1", false],
  ])("page %s of size %s: %s", (page, size, isWithin) =>
    expect(isWithinHorizon(appliedPage(page), appliedSize(size))).toBe(isWithin),
  );

  test("only a full page is followed by another, and only within the first 100,000 links", () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(100_000), fc.nat(200), (size, anyPage, count) => {
        const page = Math.min(anyPage, Math.floor(100_000 / size));
        const itemCount = Math.min(count, size);
        const isNextWithin = isWithinHorizon(BigInt(page + 1), size);
        expect(hasMorePages(page, size, itemCount)).toBe(itemCount === size && isNextWithin);
      }),
    ));
  test("the full page at the horizon has no next page", () => {
    expect(hasMorePages(499, 200, 200)).toBe(true);
    expect(hasMorePages(500, 200, 200)).toBe(false);
    expect(hasMorePages(0, 20, 19)).toBe(false);
  });
});
