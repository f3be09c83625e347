import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** argon2id with the library's parameters, which are OWASP's: 19 MiB, two passes. */
export const hashPassword = (password: string): Promise<string> => hash(password);

/**
 * Whether a password is the one of a hash. Without a hash, as for an address that nobody has, it takes the same time and
 * says no (ASVS 6.3.8).
 */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await nobodysHash()), password);
  return passwordHash !== null && isRight;
}

let ofNobody: Promise<string> | undefined;
const nobodysHash = (): Promise<string> => {
  ofNobody ??= hash(crypto.randomUUID());
  return ofNobody;
};

/** A password that nobody has to think of: 120 random bits. */
export const newPassword = (): string => randomBytes(15).toString("base64url");
