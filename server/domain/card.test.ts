import { number as validateNumber } from "card-validator";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bin6,
  bin8,
  grouped,
  isCardNumber,
  last4,
  maskedPan,
  schemeOf,
  securityCodeLength,
  withoutSpaces,
} from "./card";

const digits = (minLength: number, maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength, maxLength }).map((list) => list.join(""));

/** The body with the one check digit that makes the number right. */
function withCheckDigit(body: string): string {
  const right = [..."0123456789"].filter((digit) => isCardNumber(body + digit));
  expect(right).toHaveLength(1);
  return body + right[0];
}

describe("isCardNumber", () => {
  it("takes real test numbers of every length in use", () => {
    for (const pan of [
      "5528790000000008",
      "378282246310005",
      "9792030000000000",
      "4222222222222",
      "6759649826438453",
    ])
      expect(isCardNumber(pan), pan).toBe(true);
  });

  it("refuses a wrong check digit, other lengths and other digits", () => {
    for (const pan of [
      "5528790000000009",
      "424242424242",
      "42424242424242424242",
      "",
      "５５２８７９００００００００８",
    ])
      expect(isCardNumber(pan), pan).toBe(false);
  });

  it("finds every single wrong digit and every swap of neighbours but 09", () => {
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

describe("schemeOf", () => {
  it("names Turkish Troy cards, 65 ones included", () => {
    expect(["9792030000000000", "6501700000000000", "65"].map(schemeOf)).toEqual(["troy", "troy", "troy"]);
  });

  it("knows the edges of Mastercard's second range", () => {
    expect(["2220", "2221", "2720", "2721"].map(schemeOf)).toEqual([null, "mastercard", "mastercard", null]);
  });

  it("agrees with a maintained table on every first four digits of the schemes that both know", () => {
    const names: Record<string, string> = {
      visa: "visa",
      mastercard: "mastercard",
      "american-express": "amex",
      "diners-club": "diners",
      troy: "troy",
    };
    for (let first = 1000; first <= 9999; first += 1) {
      const theirs = names[validateNumber(String(first)).card?.type ?? ""];
      if (theirs) expect(schemeOf(String(first)), String(first)).toBe(theirs);
    }
  });
});

describe("the printed form", () => {
  it("is 4-6-5 with a code of four digits on American Express, by fours and three elsewhere", () => {
    expect(grouped("378282246310005")).toBe("3782 822463 10005");
    expect(grouped("37828")).toBe("3782 8");
    expect(grouped("5528790000000008")).toBe("5528 7900 0000 0008");
    expect(grouped("")).toBe("");
    expect([securityCodeLength("3782"), securityCodeLength("5528")]).toEqual([4, 3]);
  });

  it("loses nothing but spaces", () => {
    fc.assert(
      fc.property(digits(0, 19), (pan) => {
        expect(withoutSpaces(grouped(pan))).toBe(pan);
      }),
    );
    expect(withoutSpaces(" 5528\u00a07900\t0000 0008\n")).toBe("5528790000000008");
    expect(withoutSpaces("5528-7900")).toBe("5528-7900");
  });
});

describe("what is kept of a number", () => {
  it("is BIN and last four with stars between, fifteen digits too", () => {
    expect(maskedPan("5528790000000008")).toBe("552879******0008");
    expect(maskedPan("378282246310005")).toBe("378282*****0005");
    expect([bin6("5528790000000008"), bin8("5528790000000008"), last4("5528790000000008")]).toEqual([
      "552879",
      "55287900",
      "0008",
    ]);
  });

  it("hides every digit between the sixth and the last four, whatever the length", () => {
    fc.assert(
      fc.property(digits(13, 19), (pan) => {
        const masked = maskedPan(pan);
        expect(masked).toHaveLength(pan.length);
        expect(masked.slice(6, -4)).toMatch(/^\*+$/);
      }),
    );
  });
});
