import { number as validateNumber } from "card-validator";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bin6,
  bin8,
  findScheme,
  groupDigits,
  isCardNumber,
  last4,
  maskPan,
  removeSpaces,
  securityCodeLength,
} from "./card";

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(""));

/** Appends the only check digit that makes the number valid. */
function withCheckDigit(body: string): string {
  const right = [..."0123456789"].filter((digit) => isCardNumber(body + digit));
  expect(right).toHaveLength(1);
  return body + right[0];
}

describe("isCardNumber", () => {
  it("accepts real test numbers of every length in use", () => {
    for (const pan of ["5528790000000008", "378282246310005", "9792030000000000", "4222222222222", "6759649826438453"])
      expect(isCardNumber(pan), pan).toBe(true);
  });

  it("refuses a wrong check digit, other lengths and non-ASCII digits", () => {
    for (const pan of [
      "5528790000000009",
      "424242424242",
      "42424242424242424242",
      "",
      "５５２８７９００００００００８",
    ])
      expect(isCardNumber(pan), pan).toBe(false);
  });

  it("detects every single wrong digit, and every swap of neighbours except 09 and 90", () => {
    fc.assert(
      fc.property(digits(12, 18), fc.nat(), fc.integer({ min: 1, max: 9 }), (body, at, by) => {
        const pan = withCheckDigit(body);
        const index = at % pan.length;
        const other = (Number(pan[index]) + by) % 10;
        expect(isCardNumber(pan.slice(0, index) + other + pan.slice(index + 1))).toBe(false);
        const [left = "", right = ""] = pan.slice(index, index + 2);
        const swapped = pan.slice(0, index) + right + left + pan.slice(index + 2);
        const unseen = left === right || right === "" || ["09", "90"].includes(left + right);
        expect(isCardNumber(swapped)).toBe(unseen);
      }),
      { numRuns: 300 },
    );
  });
});

describe("findScheme", () => {
  it("returns troy for Turkish Troy cards, including those that begin with 65", () => {
    expect(["9792030000000000", "6501700000000000", "65"].map(findScheme)).toEqual(["troy", "troy", "troy"]);
  });

  it("respects the bounds of Mastercard's second range", () => {
    expect(["2220", "2221", "2720", "2721"].map(findScheme)).toEqual([null, "mastercard", "mastercard", null]);
  });

  it("agrees with the card-validator package on every first four digits, for the schemes that both know", () => {
    const names: Record<string, string> = {
      visa: "visa",
      mastercard: "mastercard",
      "american-express": "amex",
      "diners-club": "diners",
      troy: "troy",
    };
    for (let first = 1000; first <= 9999; first += 1) {
      const theirs = names[validateNumber(String(first)).card?.type ?? ""];
      if (theirs) expect(findScheme(String(first)), String(first)).toBe(theirs);
    }
  });
});

describe("groupDigits, securityCodeLength and removeSpaces", () => {
  it("groups 4-6-5 with a code of four digits for American Express, by fours with three digits for others", () => {
    expect(groupDigits("378282246310005")).toBe("3782 822463 10005");
    expect(groupDigits("37828")).toBe("3782 8");
    expect(groupDigits("5528790000000008")).toBe("5528 7900 0000 0008");
    expect(groupDigits("")).toBe("");
    expect([securityCodeLength("3782"), securityCodeLength("5528")]).toEqual([4, 3]);
  });

  it("removes only spaces", () => {
    fc.assert(
      fc.property(digits(0, 19), (pan) => {
        expect(removeSpaces(groupDigits(pan))).toBe(pan);
      }),
    );
    expect(removeSpaces(" 5528\u00a07900\t0000 0008\n")).toBe("5528790000000008");
    expect(removeSpaces("5528-7900")).toBe("5528-7900");
  });
});

describe("the parts of a number that may be stored", () => {
  it("are the BIN and the last four digits with stars between them, also for fifteen digits", () => {
    expect(maskPan("552879", "0008")).toBe("552879******0008");
    expect(maskPan("378282", "0005")).toBe("378282*****0005");
    expect([bin6("5528790000000008"), bin8("5528790000000008"), last4("5528790000000008")]).toEqual([
      "552879",
      "55287900",
      "0008",
    ]);
  });

  it("has one character for each digit of a card of 15 or 16 digits, and hides the digits between", () => {
    const amex = fc.tuple(fc.constantFrom("34", "37"), digits(13, 13)).map(([start, rest]) => start + rest);
    const others = digits(14, 14).map((rest) => `55${rest}`);
    fc.assert(
      fc.property(fc.oneof(amex, others), (pan) => {
        const masked = maskPan(bin6(pan), last4(pan));
        expect(masked).toHaveLength(pan.length);
        expect(masked.slice(6, -4)).toMatch(/^\*+$/);
      }),
    );
  });
});
