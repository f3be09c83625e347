import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import type { Log } from "@/server/usecases/ctx";

export interface LimiterOptions {
  readonly points: number;
  readonly keyPrefix: string;
  /** Seconds. */
  readonly duration: number;
}

/** Longer than a healthy Redis ever takes, ms: a payment does not wait for a counter. */
const answerWithinMs = 250;
const logEveryMs = 10_000;

/** Counters that all processes share; each one is counted in this process's memory while Redis is away (D-8). */
export function redisLimiters(url: string, log: Log): (options: LimiterOptions) => RateLimiterRedis {
  const storeClient = new Redis(url, {
    enableOfflineQueue: false,
    commandTimeout: answerWithinMs,
    maxRetriesPerRequest: 0,
  });
  storeClient.on("ready", () => log.info({}, "Rate limits are shared through Redis"));
  storeClient.on("error", () => {}); // each fall-back is logged where it happens
  const say = atIntervals(() =>
    log.warn({}, "Redis does not answer; rate limits count in this process's memory"),
  );
  return (options) =>
    new RateLimiterRedis({
      ...options,
      storeClient,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new LoudMemoryLimiter(options, say),
    });
}

class LoudMemoryLimiter extends RateLimiterMemory {
  constructor(
    options: LimiterOptions,
    private readonly say: () => void,
  ) {
    super(options);
  }
  override consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    this.say();
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
