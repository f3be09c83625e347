import { createHash, randomBytes } from "node:crypto";

/** Crockford's thirty-two: no letter looks like a digit or like another. */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const length = 16;

export const recoveryCodeCount = 10;

/** 80 random bits as `k7qx-m3vd-9hpa-2wzt`. */
export const newRecoveryCode = (): string =>
  (
    Array.from(randomBytes(length), (byte) => alphabet[byte % 32])
      .join("")
      .match(/.{4}/g) ?? []
  ).join("-");

/** What a code is looked up by, however it was typed; null for what cannot be one. */
export function recoveryCodeHash(typed: string): Uint8Array<ArrayBuffer> | null {
  const plain = typed.toLowerCase().replace(/[\s-]/g, "").replaceAll("o", "0").replace(/[il]/g, "1");
  const isOne = plain.length === length && [...plain].every((character) => alphabet.includes(character));
  return isOne ? Uint8Array.from(createHash("sha256").update(plain).digest()) : null;
}
