import { timingSafeEqual } from "node:crypto";

/** Compares two digests as text in constant time; only their length can be told from outside. */
export function digestsEqual(a: string, b: string): boolean {
  const left = Buffer.from(a, "utf8");
  const right = Buffer.from(b, "utf8");
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Folds A to Z only: a Turkish comparison would take `i` and `I` for different letters and reorder the fields. */
export const foldAscii = (text: string): string =>
  text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** Orders texts that sort by their characters, such as times written from the year down. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
