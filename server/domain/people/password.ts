/**
 * The limits of a password's length in code points (S11). The maximum exists because hashing a very long password could
 * otherwise be used to overload the server.
 */
export const passwordMin = 8;
export const passwordAdvised = 15;
export const passwordMax = 256;

/** Counts the code points of a password, so that a letter or emoji outside the basic plane counts as one. */
export const passwordLength = (password: string): number => [...password].length;

/** Reduces a text to its letters in lower case without marks, so that `Ayşe Yılmaz` and `ayse.yilmaz1985` are equal. */
export const toBareLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll("ı", "i")
    .replace(/[^\p{L}]/gu, "");

/** Returns whether a password repeats one character or is a simple sequence: `aaaaaaaa`, `12345678`, `hgfedcba`. */
export function isTrivialSequence(password: string): boolean {
  const points = [...password].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)));
  const [step = 0] = steps;
  return points.length < passwordAdvised && steps.size <= 1 && Math.abs(step) <= 1;
}
