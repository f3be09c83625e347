import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonText } from "./json-text";

const beyond = 2n ** 53n + 1n;

describe("amounts", () => {
  test.each([
    [0n, "0"],
    [-1n, "-1"],
    [1_000_000_000n, "1000000000"],
    [2n ** 53n - 1n, "9007199254740991"],
    [2n ** 53n, "9007199254740992"],
    [beyond, "9007199254740993"],
    [-beyond, "-9007199254740993"],
    [2n ** 63n - 1n, "9223372036854775807"],
  ])("%s is written exactly, as a number", (amount, text) => {
    expect(jsonText(amount)).toBe(text);
    expect(jsonText({ amount, list: [amount, [{ amount }]] })).toBe(
      `{"amount":${text},"list":[${text},[{"amount":${text}}]]}`,
    );
  });
  test("any int64 anywhere in a body reads back as the same integer", () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(fc.array(int64), (amounts) => {
        expect(jsonText({ amounts })).toBe(`{"amounts":[${amounts.join(",")}]}`);
      }),
    );
  });
});

describe("all else is what JSON.stringify says", () => {
  const odd = {
    nul: "a\u0000b",
    quotes: '"\\/\u2028\u2029\u0007\n',
    lone: "\ud800",
    digits: "9007199254740993",
    words: ["bigint", "9007199254740993n", ""],
    at: new Date("2026-11-20T09:00:00Z"),
    left: undefined,
    holes: [undefined, () => 1, null, true, Number.NaN, -0, 1.5],
    'odd \u0000 " name': {},
    empty: [],
  };
  test("texts with odd characters, dates and holes, whether or not a great amount is beside them", () => {
    expect(jsonText(odd)).toBe(JSON.stringify(odd));
    expect(jsonText({ odd, beyond })).toBe(`{"odd":${JSON.stringify(odd)},"beyond":9007199254740993}`);
  });
  test("any body", () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withNullPrototype: true }), (body) => {
        const expected = JSON.stringify(body);
        expect(jsonText(body)).toBe(expected);
        expect(jsonText([beyond, body])).toBe(`[9007199254740993,${expected ?? "null"}]`);
      }),
    );
  });
  test("what refuses to be written is refused beside a great amount too", () => {
    const secret = {
      toJSON() {
        throw new TypeError("A secret is not written");
      },
    };
    expect(() => jsonText({ secret })).toThrow(TypeError);
    expect(() => jsonText({ beyond, secret })).toThrow(TypeError);
  });
});
