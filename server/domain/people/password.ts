import { type WordWeight, weighPassword } from "./password-weight";

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

/**
 * Returns whether too little of a password is unpredictable: at least as many characters as the shortest password has
 * must be (S11).
 */
export const isPredictable = (password: string, weighWord: WordWeight = () => 0): boolean =>
  weighPassword(password, weighWord) < passwordMin;
