// What can be derived from a card number alone. The functions take and return plain text, so the caller is responsible
// for keeping the number secret.

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
 * First digits → scheme; the first match wins. Turkish cards that begin with 65 are Troy cards, which use Discover's
 * network abroad, so they are Troy here. A row of the BIN table is more reliable than these prefixes. They decide
 * how the number is grouped and masked, how long its security code is, and whether digits in a text may be a card.
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

/** Removes the spaces of a card number. Other characters stay, so that the check of the number refuses them. */
export const removeSpaces = (written: string): string => written.replace(/\s/g, "");

/** Returns whether a text is a card number: 13 to 19 ASCII digits with a correct check digit (D-20). */
export const isCardNumber = (digits: string): boolean => /^[0-9]{13,19}$/.test(digits) && passesLuhn(digits);

/** Returns the scheme by the first digits, or null when it is unknown or there are too few digits. */
export const findScheme = (digits: string): CardScheme | null =>
  prefixes.find(([, pattern]) => pattern.test(digits))?.[0] ?? null;

/** Returns the length of the security code in digits: four on American Express, three on all others. */
export const securityCodeLength = (digits: string): 3 | 4 => (findScheme(digits) === "amex" ? 4 : 3);

/** Groups the digits as they are printed on the card: 4-6-5 on American Express, by fours on all others. */
export function groupDigits(digits: string): string {
  const groups =
    findScheme(digits) === "amex"
      ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
      : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter((group) => group !== "").join(" ");
}

/** Returns the first six digits. Only these and the last four may be stored (D-49). */
export const bin6 = (digits: string): string => digits.slice(0, 6);

/** Returns the last four digits. Only these and the first six may be stored (D-49). */
export const last4 = (digits: string): string => digits.slice(-4);

/** Returns the first eight digits, for a look-up in the BIN table. They are never stored. */
export const bin8 = (digits: string): string => digits.slice(0, 8);

/**
 * Builds the card number as it may be shown: the first six digits, stars, the last four. Only these ten digits are
 * stored, so the number of stars comes from the scheme: five for the 15 digits of American Express, six for all others
 * (D-210).
 */
export const maskPan = (bin: string, last4Digits: string): string =>
  bin + "*".repeat(findScheme(bin) === "amex" ? 5 : 6) + last4Digits;

/** Checks the Luhn sum (ISO/IEC 7812-1): every second digit from the right counts double, and the sum must end in 0. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighed = index % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}
