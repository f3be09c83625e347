import { createHmac, timingSafeEqual } from "node:crypto";
import canonicalize from "canonicalize";

/** Returns the text that is signed and sent: JSON in the canonical form of RFC 8785. */
export const canonicalText = (value: unknown): string => canonicalize(value) ?? "null";

/** Creates the value of the `x-inngest-signature` header for a text. */
export function createSignature(text: string, signingKey: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000).toString();
  return `t=${seconds}&s=${computeHash(text, seconds, signingKey)}`;
}

/** Whether the signature is valid for this text. Its age is not checked. */
export function isSigned(text: string, signature: string, signingKey: string): boolean {
  const parts = new URLSearchParams(signature);
  const expected = Buffer.from(computeHash(text, parts.get("t") ?? "", signingKey));
  const given = Buffer.from(parts.get("s") ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Computes the hash with the key's text after its prefix, not with the bytes that its hex digits encode. */
const computeHash = (text: string, seconds: string, signingKey: string): string =>
  createHmac("sha256", signingKey.replace(/^signkey-\w+-/, ""))
    .update(text)
    .update(seconds)
    .digest("hex");
