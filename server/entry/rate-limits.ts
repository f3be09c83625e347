import { getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import { readEnv } from "@/server/env";
import { ipGroup } from "./ip-group";
import { createRateLimits, type RateLimits } from "./rate-limiter";

/** The counters of this process. The framework bundles this module a second time; both copies count together. */
export function rateLimits(): RateLimits {
  const shared = globalThis as { [limitsKey]?: RateLimits };
  shared[limitsKey] ??= createRateLimits({
    redisUrl: readEnv().redisUrl,
    multiplier: readEnv().rateLimitMultiplier,
    log: getContext().log,
  });
  return shared[limitsKey];
}

const limitsKey = Symbol.for("vezne.rateLimits");

/** One more handoff from this address (D-8). Throws rate_limited with the seconds to wait. */
export async function takeHandoffBudget(sourceIp: string): Promise<void> {
  const standing = await rateLimits().take("handoff-ip", ipGroup(sourceIp));
  if (!standing.allowed) {
    throw new AppError("rate_limited", "handoff-ip", { retryAfterSeconds: standing.resetSeconds });
  }
}
