import { createHash, timingSafeEqual } from "node:crypto";
import type { Secret } from "@/server/domain/secret";

/**
 * Returns whether a given key is the sandbox key. Compares digests, so the time of the comparison reveals neither
 * content nor length.
 */
export function isSandboxKey(given: string | null, sandboxKey: Secret): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given ?? ""), digest(sandboxKey.reveal()));
}
