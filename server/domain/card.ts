/** Facts that a card number carries in itself. Pure text in, text out; whoever calls keeps the number secret. */

export const cardSchemes = [
  "visa",
  "mastercard",
  "troy",
  "amex",
  "maestro",
  "unionpay",
  "jcb",
  "diners",
  "discover",
] as const;
export type CardScheme = (typeof cardSchemes)[number];

/**
 * First digits → scheme, the first match wins. Turkish cards that begin with 65 are Troy cards which
 * work on Discover's network abroad, so they are Troy here. The BIN table knows better where it has a row;
 * this is for the card's looks and for the length of its security code.
 */
const prefixes: readonly (readonly [CardScheme, RegExp])[] = [
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["troy", /^(9792|65)/],
  ["amex", /^3[47]/],
  ["jcb", /^35(2[89]|[3-8])/],
  ["diners", /^3(0[0-5]|[689])/],
  ["discover", /^(6011|64[4-9])/],
  ["unionpay", /^62/],
  ["maestro", /^(50|5[6-9]|6)/],
];

/** A card number as people write it, without its spaces; whatever else is in it stays, to be refused. */
export const withoutSpaces = (written: string): string => written.replace(/\s/g, "");

/** 13 to 19 digits with a right check digit (D-20). */
export const isCardNumber = (digits: string): boolean => /^[0-9]{13,19}$/.test(digits) && passesLuhn(digits);

/** The scheme by the first digits, or null: unknown, or too few digits to say. */
export const schemeOf = (digits: string): CardScheme | null =>
  prefixes.find(([, pattern]) => pattern.test(digits))?.[0] ?? null;

/** Digits of the code on the card: four on American Express, three on all others. */
export const securityCodeLength = (digits: string): 3 | 4 => (schemeOf(digits) === "amex" ? 4 : 3);

/** Grouped as it is printed on the card: 4-6-5 on American Express, by fours on all others. */
export function grouped(digits: string): string {
  const groups =
    schemeOf(digits) === "amex"
      ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
      : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter((group) => group !== "").join(" ");
}

/** What may be kept of a card number (D-49): the first six and the last four digits. */
export const bin6 = (digits: string): string => digits.slice(0, 6);
export const last4 = (digits: string): string => digits.slice(-4);

/** The first eight digits: what the BIN table is asked with. Never stored. */
export const bin8 = (digits: string): string => digits.slice(0, 8);

/** `552879******0008`: as many signs as the card has digits, at least the first six and last four shown (D-18). */
export const maskedPan = (digits: string): string =>
  bin6(digits) + "*".repeat(Math.max(0, digits.length - 10)) + last4(digits);

/** ISO/IEC 7812-1: every second digit from the right counts double, the sum ends in zero. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
