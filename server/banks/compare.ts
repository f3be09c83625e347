import { timingSafeEqual } from "node:crypto";

/** Compares two digests as text in constant time (B-1 rule 7); the duration reveals only whether the lengths differ. */
export function digestsEqual(a: string, b: string): boolean {
  const left = Buffer.from(a, "utf8");
  const right = Buffer.from(b, "utf8");
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Folds the letters a to z to upper case and nothing else: a Turkish comparison would treat `i` and `I` as different
 * letters and change the order of the fields (B-2.3).
 */
export const foldAscii = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** Compares two texts by their characters, for texts that sort so, such as times that begin with the year. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
