import { createHmac, timingSafeEqual } from "node:crypto";
import canonicalize from "canonicalize";

/** The text that is signed and sent: JSON in the one form that both sides agree on (RFC 8785). */
export const canonicalText = (value: unknown): string => canonicalize(value) ?? "null";

/** The value of `x-inngest-signature` over a text. */
export function signatureOf(text: string, signingKey: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000).toString();
  return `t=${seconds}&s=${hashOf(text, seconds, signingKey)}`;
}

/** Whether a signature of the SDK is one over this text. */
export function isSigned(text: string, signature: string, signingKey: string): boolean {
  const parts = new URLSearchParams(signature);
  const expected = Buffer.from(hashOf(text, parts.get("t") ?? "", signingKey));
  const given = Buffer.from(parts.get("s") ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The key is the text after the prefix, not the bytes that its hex digits stand for. */
const hashOf = (text: string, seconds: string, signingKey: string): string =>
  createHmac("sha256", signingKey.replace(/^signkey-\w+-/, ""))
    .update(text)
    .update(seconds)
    .digest("hex");
