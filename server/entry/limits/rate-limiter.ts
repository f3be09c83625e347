import { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import type { Log } from "@/server/usecases/ctx";
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
  readonly redisUrl?: string | undefined;
  /** The factor of every budget; only a sandbox may raise it. */
  readonly multiplier: number;
  readonly log: Log;
}

/** The library only counts and never refuses: quotas differ by account, so this module compares the counts. */
const countOnly = { points: Number.MAX_SAFE_INTEGER };

export function createRateLimits({ redisUrl, multiplier, log }: RateLimitSettings): RateLimits {
  const createLimiter = redisUrl === undefined ? memoryLimiter : redisLimiters(redisUrl, log);
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

/** The longest wait for Redis in ms. A healthy Redis answers sooner, and a payment must not wait for a counter. */
const answerWithinMs = 250;
const logEveryMs = 10_000;

/**
 * Creates counters that all processes share. While Redis does not answer, each counter uses this process's memory
 * (D-8).
 */
function redisLimiters(url: string, log: Log): (options: LimiterOptions) => RateLimiterRedis {
  const storeClient = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: answerWithinMs,
    maxRetriesPerRequest: 0,
  });
  storeClient.on("ready", () => log.info({}, "Rate limits are shared through Redis"));
  storeClient.on("error", () => {}); // the fallback limiter logs each failure
  const warn = atIntervals(() => log.warn({}, "Redis does not answer; rate limits count in this process's memory"));
  return (options) =>
    new RateLimiterRedis({
      ...options,
      storeClient,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new LoggingMemoryLimiter(options, warn),
    });
}

class LoggingMemoryLimiter extends RateLimiterMemory {
  constructor(
    options: LimiterOptions,
    private readonly warn: () => void,
  ) {
    super(options);
  }
  override consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.warn();
    return super.consume(key, points);
  }
}

function atIntervals(act: () => void): () => void {
  let nextAt = 0;
  return () => {
    const now = performance.now();
    if (now < nextAt) return;
    nextAt = now + logEveryMs;
    act();
  };
}
