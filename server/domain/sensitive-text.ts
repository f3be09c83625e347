import { toAsciiDigit } from "./card-texts";
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
