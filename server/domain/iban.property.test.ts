import fc from "fast-check";
import { expect, test } from "vitest";
import { isIban, maskIban, readTurkishIban } from "./iban";

const known = "TR330006100519786457841326";

/** Builds an IBAN of an account by trying the check digits. */
const build = (account: string): string[] =>
  Array.from({ length: 97 }, (_, check) => `TR${String(check + 2).padStart(2, "0")}${account}`).filter(isIban);

test("reads a Turkish IBAN in any spelling, and masks all but its ends", () => {
  expect(readTurkishIban(" tr33 0006 1005 1978 6457 8413 26 ")).toBe(known);
  expect(maskIban(known)).toBe("TR33 **** **** **** **** **13 26");
});

test.each(["DE89370400440532013000", "TR33000610051978645784132", "TR340006100519786457841326", "", "TR33"])(
  "refuses %j",
  (text) => expect(readTurkishIban(text)).toBeNull(),
);

test("an account has one pair of check digits, and a changed digit is always noticed", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(9), { minLength: 22, maxLength: 22 }),
      fc.nat(21),
      fc.integer({ min: 1, max: 9 }),
      (digits, index, by) => {
        const account = digits.join("");
        const ibans = build(account);
        expect(ibans).toHaveLength(1);
        const [iban = ""] = ibans;
        const at = index + 4;
        const wrong = iban.slice(0, at) + ((Number(iban[at]) + by) % 10) + iban.slice(at + 1);
        expect(readTurkishIban(wrong)).toBeNull();
      },
    ),
    { numRuns: 30 },
  );
});
