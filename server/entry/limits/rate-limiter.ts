import { type RateLimiterAbstract, RateLimiterMemory } from "rate-limiter-flexible";
import type { Log } from "@/server/usecases/ctx";
import { type PolicyName, policyOf, rateLimitPolicies } from "./rate-limit-policies";
import { type LimiterOptions, redisLimiters } from "./redis-limiters";

/** How a subject stands with one budget after a request was counted. */
export interface Standing {
  readonly policy: PolicyName;
  readonly allowed: boolean;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** How a subject stands with one budget, as nobody has just asked for anything. */
export interface Balance extends Omit<Standing, "allowed" | "resetSeconds"> {
  /** Null while no window is open: the next request opens one. */
  readonly resetSeconds: number | null;
}

export interface RateLimits {
  /** Counts one request of a subject; `raisedQuota` is the account's own quota, where it has one. */
  take(policy: PolicyName, subject: string, raisedQuota?: number | null): Promise<Standing>;
  /** How a subject stands, without counting anything; `raisedQuota` as in `take`. */
  peek(policy: PolicyName, subject: string, raisedQuota?: number | null): Promise<Balance>;
  /** Takes one request of a subject out of the count again. */
  giveBack(policy: PolicyName, subject: string): Promise<void>;
  /** Drops the count of a subject that has turned out not to exist, so that made-up ones do not fill the store. */
  forget(policy: PolicyName, subject: string): Promise<void>;
}

export interface RateLimitSettings {
  readonly redisUrl?: string | undefined;
  /** Multiplies every budget; sandbox only. */
  readonly multiplier: number;
  readonly log: Log;
}

/** The counters never refuse by themselves: quotas differ by account, so the comparison is made here. */
const countOnly = { points: Number.MAX_SAFE_INTEGER };

export function createRateLimits({ redisUrl, multiplier, log }: RateLimitSettings): RateLimits {
  const limiterOf = redisUrl === undefined ? memoryLimiter : redisLimiters(redisUrl, log);
  const limiters = new Map<PolicyName, RateLimiterAbstract>(
    (Object.keys(rateLimitPolicies) as PolicyName[]).map((name) => [
      name,
      limiterOf({ ...countOnly, keyPrefix: `limit:${name}`, duration: policyOf(name).windowSeconds }),
    ]),
  );
  const limiterFor = (name: PolicyName): RateLimiterAbstract => {
    const limiter = limiters.get(name);
    if (!limiter) throw new RangeError(`No limiter for ${name}`);
    return limiter;
  };
  const quotaOf = (name: PolicyName, raisedQuota: number | null | undefined): number =>
    (raisedQuota ?? policyOf(name).quota) * multiplier;
  return {
    async peek(name, subject, raisedQuota) {
      const quota = quotaOf(name, raisedQuota);
      const counted = await limiterFor(name).get(subject);
      const isOpen = counted !== null && counted.msBeforeNext > 0;
      return {
        policy: name,
        quota,
        windowSeconds: policyOf(name).windowSeconds,
        remaining: isOpen ? Math.max(0, quota - counted.consumedPoints) : quota,
        resetSeconds: isOpen ? Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) : null,
      };
    },
    async giveBack(name, subject) {
      await limiterFor(name).reward(subject);
    },
    async forget(name, subject) {
      await limiterFor(name).delete(subject);
    },
    async take(name, subject, raisedQuota) {
      const quota = quotaOf(name, raisedQuota);
      const { consumedPoints, msBeforeNext } = await limiterFor(name).consume(subject);
      return {
        policy: name,
        allowed: consumedPoints <= quota,
        quota,
        windowSeconds: policyOf(name).windowSeconds,
        remaining: Math.max(0, quota - consumedPoints),
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      };
    },
  };
}

const memoryLimiter = (options: LimiterOptions): RateLimiterAbstract => new RateLimiterMemory(options);
