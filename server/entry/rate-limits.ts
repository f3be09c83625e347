import { type AppContext, getContext } from "@/server/context";
import { AppError } from "@/server/domain/errors";
import { ipGroup } from "./ip-group";
import { createRateLimits, type RateLimits } from "./rate-limiter";

/** The counters of this process. The framework bundles this module a second time; both copies count together. */
export function rateLimits(): RateLimits {
  const shared = globalThis as { [limitsKey]?: RateLimits };
  shared[limitsKey] ??= createFor(getContext());
  return shared[limitsKey];
}

const createFor = ({ env, log }: AppContext): RateLimits =>
  createRateLimits({ redisUrl: env.redisUrl, multiplier: env.rateLimitMultiplier, log });

const limitsKey = Symbol.for("vezne.rateLimits");

/** One more handoff from this address (D-8). Throws rate_limited with the seconds to wait. */
export const takeHandoffBudget = (sourceIp: string): Promise<void> =>
  takeAddressBudget("handoff-ip", sourceIp);

/** One more report of a broken policy from this address. Throws rate_limited. */
export const takeCspReportBudget = (sourceIp: string): Promise<void> =>
  takeAddressBudget("csp-report-ip", sourceIp);

async function takeAddressBudget(policy: "handoff-ip" | "csp-report-ip", sourceIp: string): Promise<void> {
  const standing = await rateLimits().take(policy, ipGroup(sourceIp));
  if (!standing.allowed) {
    throw new AppError("rate_limited", policy, { retryAfterSeconds: standing.resetSeconds });
  }
}
