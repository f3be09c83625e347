/** How long a password may be, in code points (S11). The upper end keeps hashing from becoming a way to keep us busy. */
export const passwordMin = 8;
export const passwordAdvised = 15;
export const passwordMax = 256;

/** Characters as people count them: a letter outside of the first plane is one. */
export const passwordLength = (password: string): number => [...password].length;

/** Only letters, in lower case and without marks, so that `Ayşe Yılmaz` and `ayse.yilmaz1985` are the same. */
export const lettersOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll("ı", "i")
    .replace(/[^\p{L}]/gu, "");

/** One character again and again, or characters in a row: `aaaaaaaa`, `12345678`, `hgfedcba`. */
export function isPlainRow(password: string): boolean {
  const points = [...password].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(points.slice(1).map((point, index) => point - (points[index] ?? 0)));
  const [step = 0] = steps;
  return points.length < passwordAdvised && steps.size <= 1 && Math.abs(step) <= 1;
}
