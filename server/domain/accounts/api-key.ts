import { createHash, randomBytes } from "node:crypto";

/** `sk_test_` or `sk_live_`, 8 characters to find the key by, 43 that are the secret (256 bits). */
export const apiKeyPattern = /^sk_(test|live)_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/;

const prefixLength = "sk_test_".length + 8;

/** A new key; shown to the merchant once, stored as its hash. */
export function newApiKey(environment: "test" | "live"): string {
  const finder = randomBytes(16).toString("base64url").replace(/[_-]/g, "").slice(0, 8).padEnd(8, "0");
  return `sk_${environment}_${finder}_${randomBytes(32).toString("base64url")}`;
}

/** The part of a key that is stored in the clear, unique and indexed. */
export const prefixOf = (apiKey: string): string => apiKey.slice(0, prefixLength);

export const hashApiKey = (apiKey: string): Buffer => createHash("sha256").update(apiKey).digest();
