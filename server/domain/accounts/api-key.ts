import { createHash } from "node:crypto";
import type { Random } from "../random";

/**
 * The format of an API key: `sk_test_` or `sk_live_`, 8 characters to find the key by, and a secret of 43 (256 bits).
 */
export const apiKeyPattern = /^sk_(test|live)_[A-Za-z0-9]{8}_[A-Za-z0-9_-]{43}$/;

const prefixLength = "sk_test_".length + 8;

/** Returns a new API key. The merchant sees it once; the database stores only its hash. */
export function newApiKey(random: Random, environment: "test" | "live"): string {
  const finder = random.bytes(16).toString("base64url").replace(/[_-]/g, "").slice(0, 8).padEnd(8, "0");
  return `sk_${environment}_${finder}_${random.bytes(32).toString("base64url")}`;
}

/** Returns the part of a key by which it is found. It is stored in clear text and is unique. */
export const toApiKeyPrefix = (apiKey: string): string => apiKey.slice(0, prefixLength);

export const hashApiKey = (apiKey: string): Buffer => createHash("sha256").update(apiKey).digest();
