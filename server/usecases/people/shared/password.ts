import { hash, verify } from "@node-rs/argon2";
import type { Random } from "@/server/domain/random";

/**
 * Hashes by argon2id with the library's default parameters, which are OWASP's: 19 MiB, two passes. The library draws
 * the salt itself (D-385).
 */
export const hashPassword = (password: string): Promise<string> => hash(password);

/**
 * Whether a password matches a hash. Without a hash (an unknown e-mail address) it takes the same time and returns
 * false, so that the response time does not reveal which addresses are known (ASVS 6.3.8).
 */
export async function isPasswordCorrect(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await getDummyHash()), password);
  return passwordHash !== null && isRight;
}

/** The hash of any text, so that nothing is drawn for it: a comparison with it counts as wrong in any case. */
let dummyHash: Promise<string> | undefined;
const getDummyHash = (): Promise<string> => {
  dummyHash ??= hash("");
  return dummyHash;
};

/** Generates a password of 120 random bits. */
export const newPassword = (random: Random): string => random.bytes(15).toString("base64url");
