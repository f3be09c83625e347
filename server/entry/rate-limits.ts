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

/** One more return from a bank's page to this address. Throws rate_limited. */
export const takeCallbackBudget = (sourceIp: string): Promise<void> =>
  takeAddressBudget("callback-ip", sourceIp);

/** One more report of a broken policy from this address. Throws rate_limited. */
export const takeCspReportBudget = (sourceIp: string): Promise<void> =>
  takeAddressBudget("csp-report-ip", sourceIp);

type AddressPolicy = "handoff-ip" | "callback-ip" | "csp-report-ip";

async function takeAddressBudget(policy: AddressPolicy, sourceIp: string): Promise<void> {
  const standing = await rateLimits().take(policy, ipGroup(sourceIp));
  if (!standing.allowed) {
    throw new AppError("rate_limited", policy, { retryAfterSeconds: standing.resetSeconds });
  }
}
