/** A tax number of a company (VKN, 10 digits) or the identity number of a sole trader (TCKN, 11 digits). */
export const taxNumberKinds = ["vkn", "tckn"] as const;
export type TaxNumberKind = (typeof taxNumberKinds)[number];

/** Returns whether a text has the digits of a number of this kind, with correct check digits. */
export const isTaxNumber = (kind: TaxNumberKind, text: string): boolean =>
  kind === "vkn" ? isVkn(text) : isTckn(text);

/** The last digit of a VKN follows from the nine before it, each of which counts by its place. */
function isVkn(text: string): boolean {
  if (!/^[0-9]{10}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const sum = digits.slice(0, 9).reduce((total, digit, index) => total + vknPart(digit, index), 0);
  return digits[9] === (10 - (sum % 10)) % 10;
}

function vknPart(digit: number, index: number): number {
  const shifted = (digit + 9 - index) % 10;
  const rest = (shifted * 2 ** (9 - index)) % 9;
  return shifted !== 0 && rest === 0 ? 9 : rest;
}

/** A TCKN does not begin with 0, and its last two digits follow from the others. */
function isTckn(text: string): boolean {
  if (!/^[1-9][0-9]{10}$/.test(text)) return false;
  const digits = Array.from(text, Number);
  const sumOf = (indexes: readonly number[]) => indexes.reduce((total, index) => total + (digits[index] ?? 0), 0);
  const tenth = (sumOf([0, 2, 4, 6, 8]) * 7 - sumOf([1, 3, 5, 7]) + 40) % 10;
  return digits[9] === tenth && digits[10] === sumOf([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) % 10;
}
