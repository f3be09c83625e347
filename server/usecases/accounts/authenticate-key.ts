import { timingSafeEqual } from "node:crypto";
import { apiKeyPattern, hashApiKey, toApiKeyPrefix } from "@/server/domain/accounts/api-key";
import { findKey } from "@/server/store/accounts/callers";
import type { Caller } from "../caller";
import type { Ctx } from "../ctx";

/** Returns the account of an API key; null equally for an unknown, malformed, revoked or expired key (D-66). */
export async function authenticateKey(ctx: Ctx, apiKey: string): Promise<Caller | null> {
  if (!apiKeyPattern.test(apiKey)) return null;
  const found = await findKey(ctx.db, toApiKeyPrefix(apiKey));
  if (!found || !timingSafeEqual(hashApiKey(apiKey), found.keyHash) || found.revoked) return null;
  const { expiresAt } = found.rights;
  if (expiresAt !== null && expiresAt <= ctx.clock.now()) return null;
  const { keyHash: _, revoked: __, paymentsPerKey, linkWritesPerKey, linkReadsPerKey, ...account } = found;
  return { ...account, rateLimits: { paymentsPerKey, linkWritesPerKey, linkReadsPerKey } };
}
