import { createHash } from "node:crypto";
import { drawCharacters, type Random } from "../random";

/** Crockford's base-32 alphabet, in which no letter looks like a digit or like another letter. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const length = 16;

export const recoveryCodeCount = 10;

/** Returns a new code of 80 random bits, e.g. `k7qx-m3vd-9hpa-2wzt`. */
export const newRecoveryCode = (random: Random): string =>
  (drawCharacters(random, length, alphabet).match(/.{4}/g) ?? []).join("-");

/**
 * Returns the hash by which a typed code is looked up, or null when the text cannot be a code. Capitals, spaces and
 * hyphens do not matter, and `o`, `i` and `l` are read as 0 and 1.
 */
export function hashRecoveryCode(typed: string): Uint8Array<ArrayBuffer> | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  const isOne = plain.length === length && [...plain].every((character) => alphabet.includes(character));
  return isOne ? Uint8Array.from(createHash("sha256").update(plain).digest()) : null;
}
