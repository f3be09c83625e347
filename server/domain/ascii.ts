const turkishLetters: Readonly<Record<string, string>> = { ı: "i", İ: "I", ğ: "g", Ğ: "G", ş: "s", Ş: "S" };

/** Replaces Turkish and accented letters by their base letters, and everything else outside of ASCII by a blank. */
export const toAscii = (text: string): string =>
  text
    .replace(/[ıİğĞşŞ]/g, (letter) => turkishLetters[letter] ?? letter)
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\x20-\x7e]/g, " ");

/** The longest part that a name takes in the name of a file, in characters. */
const partMax = 40;

/**
 * Returns a text as a part of a file's name: lower-case ASCII letters and digits, with single hyphens between them.
 * Empty where nothing of the text can be kept.
 */
export const toFileNamePart = (text: string): string =>
  toAscii(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, partMax)
    .replace(/^-+|-+$/g, "");
