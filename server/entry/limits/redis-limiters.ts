import { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from "rate-limiter-flexible";
import type { Log } from "@/server/usecases/ctx";

export interface LimiterOptions {
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
export function redisLimiters(url: string, log: Log): (options: LimiterOptions) => RateLimiterRedis {
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
