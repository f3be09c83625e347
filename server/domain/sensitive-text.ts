import { isIban } from "./iban";

/**
 * Returns whether the whole text is a card number or an IBAN, in any spelling (§4.1.1, D-15). A text that has other
 * words in addition is not sensitive by this rule.
 */
export function isSensitiveText(text: string): boolean {
  const bare = toBareSpelling(text);
  return /^\d{13,19}$/.test(bare) || /^TR\d{24}$/.test(bare) || isIban(bare);
}

/** White space, zero-width characters, soft hyphens and dashes. */
const separators = /[\p{White_Space}\u200b-\u200d\ufeff\u2060\u002d\u2010-\u2015\u2212\u00ad]/gu;

/** Returns one spelling for all the ways of writing the same digits and letters. */
const toBareSpelling = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(separators, "")
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .toUpperCase();

/** Converts a digit of any script. Unicode has the digits of a script in runs of ten that begin with zero. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}
