import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { denotesInteger, scanJson } from "./json-scan";

const scan = (text: string) => scanJson(text, 32);

describe("numbers are judged as they are written (D-59)", () => {
  test.each([
    "0",
    "-0",
    "-0.0",
    "1",
    "1.0",
    "1e2",
    "1E+2",
    "10e-1",
    "100e-2",
    "1.5e1",
    "-12.50e1",
    "0e999999999",
    "0.000e-999999999",
    "1e400",
    "1e999999999999999999999999",
    "9007199254740993",
    `1${"0".repeat(300)}e-300`,
    `0.${"0".repeat(300)}1e301`,
  ])("%s is an integer", (text) => expect(denotesInteger(text)).toBe(true));

  test.each([
    "1.5",
    "0.9999999999999999999999",
    "1000000000.0000000001",
    "1e-400",
    "-1e-400",
    "1e-1",
    "10e-2",
    "1.05e1",
    "4503599627370497.3",
    "1e-999999999999999999999999",
    `1${"0".repeat(300)}e-301`,
    `0.${"0".repeat(300)}1e300`,
  ])("%s is none", (text) => expect(denotesInteger(text)).toBe(false));

  test("as exact arithmetic judges them", () => {
    const digits = fc.stringMatching(/^(0|[1-9]\d{0,6}0{0,4})$/);
    const exponent = fc.integer({ min: -14, max: 8 });
    fc.assert(
      fc.property(digits, fc.stringMatching(/^\d{0,6}0{0,4}$/), exponent, (whole, part, power) => {
        const shift = power - part.length;
        const value = BigInt(whole + part) * 10n ** BigInt(Math.max(0, shift));
        const isInteger = value % 10n ** BigInt(Math.max(0, -shift)) === 0n;
        expect(denotesInteger(`${whole}${part && `.${part}`}e${power}`)).toBe(isInteger);
      }),
      { numRuns: 300 },
    );
  });

  test("finds those that only rounding makes integers, wherever they are", () => {
    const text = '[1.5, 1.0, {"a":0.9999999999999999999999,"1e-400":[true,null,"1e-400",1e-400]}, 1e400, -1e-400]';
    expect(scan(text).rounded).toEqual([[2, "a"], [2, "1e-400", 3], [4]]);
    expect(scan("1.00000000000000000001").rounded).toEqual([[]]);
    expect(scan('{"a":1,"b":-12.25e2,"c":0e999999999,"d":1.5}').rounded).toEqual([]);
  });

  test("quickly, also in a body full of the worst", () => {
    const worst = ["0e999999999", "1e-999999999", `${"9".repeat(9_000)}.${"0".repeat(9_000)}1`];
    const text = `[${worst.map((number) => Array<string>(Math.floor(80_000 / number.length)).fill(number)).join(",")}]`;
    const before = process.cpuUsage();
    scan(text);
    expect(process.cpuUsage(before).user / 1_000, "ms of the processor").toBeLessThan(5_000);
  });
});

describe("members that are given twice (D-69)", () => {
  test.each([
    ['{"a":1,"a":2}', [["a"]]],
    ['{"a":1,"a":1}', [["a"]]],
    ['{"a":1,"\\u0061":2}', [["a"]]],
    ['{"ş":1,"\\u015f":2}', [["ş"]]],
    ['{"\\"":1,"\\u0022":2,"\\\\":3,"\\\\":4}', [['"'], ["\\"]]],
    ['{"":1,"":2}', [[""]]],
    ['{"__proto__":1,"__proto__":2}', [["__proto__"]]],
    ['{"items":[{"a":1},{"a":1,"b":{"c":1,"c":2}}]}', [["items", 1, "b", "c"]]],
    ['[[],[1,{"a":[{"b":1,"b":1}]}]]', [[1, 1, "a", 0, "b"]]],
    ['{"a":{"x":1},"a":{"x":1,"x":2}}', [["a"], ["a", "x"]]],
    ['{"a":0,"a":0,"a":0}', [["a"], ["a"]]],
  ])("%s", (text, duplicates) => {
    JSON.parse(text);
    expect(scan(text).duplicates).toEqual(duplicates);
  });
  test.each([
    '{"a":1,"A":2,"a ":3}',
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":["a","a"],"c":"\\",\\"a\\":1"}',
    '{"toString":1,"constructor":2}',
    '{"\\ud800":1,"\\ud801":2}',
  ])("none in %s", (text) => {
    JSON.parse(text);
    expect(scan(text).duplicates).toEqual([]);
  });
  test("names five at most", () => {
    expect(scan(`{${'"a":1,'.repeat(50)}"a":1}`).duplicates).toHaveLength(5);
  });
});

describe("nesting (D-60)", () => {
  const lists = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

  test("32 objects and lists may lie in one another", () => {
    expect(scan(lists(32)).isTooDeep).toBe(false);
    expect(scan(lists(33)).isTooDeep).toBe(true);
    expect(scan(`{"a":[${lists(30)},${lists(30)}]}`).isTooDeep).toBe(false);
    expect(scan(`{"a":[${lists(31)}]}`).isTooDeep).toBe(true);
    expect(scan(`["${"[".repeat(50)}"]`).isTooDeep).toBe(false);
  });
  test("is reported in place of everything else", () => {
    expect(scan(`{"a":1,"a":0.99999999999999999,"b":${lists(32)}}`)).toEqual({
      isTooDeep: true,
      duplicates: [],
      rounded: [],
    });
  });
});

test("finds nothing in what JSON.stringify writes, with or without blanks", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, " ", "\t"), (value, blanks) => {
      expect(scan(JSON.stringify(value, null, blanks))).toEqual({ isTooDeep: false, duplicates: [], rounded: [] });
    }),
    { numRuns: 200 },
  );
});
