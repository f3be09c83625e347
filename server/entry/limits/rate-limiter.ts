import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import type { RedisConnection } from "@/server/health/redis";
import { getPolicy, type PolicyName, rateLimitPolicies } from "./rate-limit-policies";

/** The state of a subject's budget after a request was counted. */
export interface BudgetUsage {
  readonly policy: PolicyName;
  readonly allowed: boolean;
  readonly quota: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** The seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
}

/** The state of a subject's budget when no request was counted. */
export interface Balance extends Omit<BudgetUsage, "allowed" | "resetSeconds"> {
  /** The seconds until the window ends; null while no window is open (the next request opens one). */
  readonly resetSeconds: number | null;
}

export interface RateLimits {
  /** Counts one request of a subject. `raisedQuota` is the account's own quota, when it has one. */
  take(policy: PolicyName, subject: string, raisedQuota?: number | null): Promise<BudgetUsage>;
  /** Returns the state of a subject's budget without counting a request; `raisedQuota` as in `take`. */
  peek(policy: PolicyName, subject: string, raisedQuota?: number | null): Promise<Balance>;
  /** Takes one request of a subject out of the count. */
  giveBack(policy: PolicyName, subject: string): Promise<void>;
  /** Deletes the count of a subject that does not exist, so invented subjects do not fill the store. */
  forget(policy: PolicyName, subject: string): Promise<void>;
}

export interface RateLimitSettings {
  /** Where the counters are; without it they are in this process's memory. */
  readonly redis?: RedisConnection | undefined;
  /** The factor of every budget; only a sandbox may raise it. */
  readonly multiplier: number;
  /** Called for each request beyond its budget. */
  readonly onRefused?: (policy: PolicyName) => void;
}

/** The library only counts and never refuses: quotas differ by account, so this module compares the counts. */
const countOnly = { points: Number.MAX_SAFE_INTEGER };

export function createRateLimits({ redis, multiplier, onRefused }: RateLimitSettings): RateLimits {
  const createLimiter = redis === undefined ? memoryLimiter : redisLimiters(redis);
  const limiters = new Map<PolicyName, RateLimiterAbstract>(
    (Object.keys(rateLimitPolicies) as PolicyName[]).map((name) => [
      name,
      createLimiter({ ...countOnly, keyPrefix: `limit:${name}`, duration: getPolicy(name).windowSeconds }),
    ]),
  );
  const getLimiter = (name: PolicyName): RateLimiterAbstract => {
    const limiter = limiters.get(name);
    if (!limiter) throw new RangeError(`No limiter for ${name}`);
    return limiter;
  };
  const toQuota = (name: PolicyName, raisedQuota: number | null | undefined): number =>
    (raisedQuota ?? getPolicy(name).quota) * multiplier;
  return {
    async peek(name, subject, raisedQuota) {
      const quota = toQuota(name, raisedQuota);
      const counted = await getLimiter(name).get(subject);
      const isOpen = counted !== null && counted.msBeforeNext > 0;
      return {
        policy: name,
        quota,
        windowSeconds: getPolicy(name).windowSeconds,
        remaining: isOpen ? Math.max(0, quota - counted.consumedPoints) : quota,
        resetSeconds: isOpen ? Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) : null,
      };
    },
    async giveBack(name, subject) {
      await getLimiter(name).reward(subject);
    },
    async forget(name, subject) {
      await getLimiter(name).delete(subject);
    },
    async take(name, subject, raisedQuota) {
      const quota = toQuota(name, raisedQuota);
      const { consumedPoints, msBeforeNext } = await getLimiter(name).consume(subject);
      if (consumedPoints > quota) onRefused?.(name);
      return {
        policy: name,
        allowed: consumedPoints <= quota,
        quota,
        windowSeconds: getPolicy(name).windowSeconds,
        remaining: Math.max(0, quota - consumedPoints),
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      };
    },
  };
}

const memoryLimiter = (options: LimiterOptions): RateLimiterAbstract => new RateLimiterMemory(options);

interface LimiterOptions {
  readonly points: number;
  readonly keyPrefix: string;
  /** The length of a window in seconds. */
  readonly duration: number;
}

/**
 * Creates counters that all processes share. While Redis does not answer, each counter uses this process's memory
 * (D-8).
 */
const redisLimiters =
  ({ client, suspect }: RedisConnection) =>
  (options: LimiterOptions): RateLimiterRedis =>
    new RateLimiterRedis({
      ...options,
      storeClient: client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new ReportingMemoryLimiter(options, suspect),
    });

class ReportingMemoryLimiter extends RateLimiterMemory {
  constructor(
    options: LimiterOptions,
    private readonly report: () => void,
  ) {
    super(options);
  }
  override consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.report();
    return super.consume(key, points);
  }
}
