import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connectToRedis, type RedisConnection } from "@/server/health/redis";
import { startFakeRedis } from "@/server/testing/doors/fake-redis";
import { getPolicy, type PolicyName, rateLimitPolicies } from "./rate-limit-policies";
import { createRateLimits, type RateLimits } from "./rate-limiter";

const take = async (limits: RateLimits, policy: PolicyName, times: number, subject = "a", raised?: number) => {
  let usage = await limits.take(policy, subject, raised);
  for (let i = 1; i < times; i++) usage = await limits.take(policy, subject, raised);
  return usage;
};

describe("in memory", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const limits = () => createRateLimits({ multiplier: 1 });

  test.each(Object.keys(rateLimitPolicies) as PolicyName[])(
    "%s: accepts the last request of the quota, refuses the next, accepts again after the window",
    async (policy) => {
      const { quota, windowSeconds } = getPolicy(policy);
      const counted = limits();
      expect(await take(counted, policy, quota)).toMatchObject({ allowed: true, remaining: 0 });
      vi.advanceTimersByTime(windowSeconds * 1000 - 1);
      expect(await take(counted, policy, 1)).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 1 });
      vi.advanceTimersByTime(1);
      expect(await take(counted, policy, 1)).toMatchObject({ allowed: true, remaining: quota - 1 });
    },
  );

  test("a window opens with the first request, and refused requests do not extend it", async () => {
    const counted = limits();
    await take(counted, "payments-key", 60);
    vi.advanceTimersByTime(30_000);
    expect(await take(counted, "payments-key", 20)).toMatchObject({ allowed: false, resetSeconds: 30 });
  });

  test("subjects and policies are counted separately", async () => {
    const counted = limits();
    await take(counted, "payments-key", 61);
    expect(await take(counted, "payments-key", 1, "b")).toMatchObject({ remaining: 59 });
    expect(await take(counted, "links-write-key", 1)).toMatchObject({ remaining: 29 });
  });

  test("forget() clears the count of one subject only", async () => {
    const counted = limits();
    await take(counted, "pay-bin", 30);
    await take(counted, "pay-bin", 30, "b");
    await counted.forget("pay-bin", "a");
    expect(await take(counted, "pay-bin", 1)).toMatchObject({ remaining: 29 });
    expect(await take(counted, "pay-bin", 1, "b")).toMatchObject({ allowed: false });
  });

  test("peek() counts nothing, and returns what is left and for how long", async () => {
    const counted = limits();
    const look = () => counted.peek("payments-key", "a");
    const untouched = {
      policy: "payments-key",
      quota: 60,
      windowSeconds: 60,
      remaining: 60,
      resetSeconds: null,
    };
    expect(await look()).toEqual(untouched);
    await take(counted, "payments-key", 7);
    vi.advanceTimersByTime(20_000);
    expect(await look()).toMatchObject({ remaining: 53, resetSeconds: 40 });
    expect(await look()).toMatchObject({ remaining: 53 });
    await take(counted, "payments-key", 60);
    expect(await look()).toMatchObject({ remaining: 0 });
    expect(await counted.peek("payments-key", "a", 100)).toMatchObject({ quota: 100, remaining: 33 });
    vi.advanceTimersByTime(40_000);
    expect(await look()).toEqual(untouched);
  });

  test("an account's own quota replaces the usual one", async () => {
    const counted = limits();
    expect(await take(counted, "payments-key", 90, "a", 100)).toMatchObject({ allowed: true, quota: 100 });
    expect(await take(counted, "payments-key", 11, "a", 100)).toMatchObject({ allowed: false });
  });

  test("the multiplier raises every budget, also an account's own quota", async () => {
    const counted = createRateLimits({ multiplier: 10 });
    expect(await take(counted, "payments-key", 600)).toMatchObject({ allowed: true, quota: 600 });
    expect(await take(counted, "payments-key", 1)).toMatchObject({ allowed: false });
    expect(await take(counted, "payments-key", 1, "b", 100)).toMatchObject({ quota: 1000 });
  });

  test("simultaneous requests cannot exceed the quota", async () => {
    const counted = limits();
    const usages = await Promise.all(Array.from({ length: 50 }, () => counted.take("refunds-key", "a")));
    expect(usages.filter(({ allowed }) => allowed)).toHaveLength(30);
  });
});

describe("with Redis", () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const away = "Redis does not answer; rate limits count in this process's memory";
  const shared = "Rate limits are shared through Redis";
  const lines = () => [...log.info.mock.calls, ...log.warn.mock.calls].map(([, line]) => line);
  const connections: RedisConnection[] = [];
  beforeEach(() => vi.clearAllMocks());
  afterEach(() => {
    for (const { client } of connections.splice(0)) client.disconnect();
  });

  /** Opens the counters of a process, as the start does: it waits for Redis before the first use. */
  const open = async (url: string) => {
    const redis = connectToRedis(url, { log, probeMs: 50 });
    connections.push(redis);
    await redis.ready();
    return { redis, limits: createRateLimits({ redis, multiplier: 1 }) };
  };

  test("two processes share their counts from their first requests on, and log no trouble", async () => {
    const redis = await startFakeRedis();
    const [one, two] = [(await open(redis.url)).limits, (await open(redis.url)).limits];
    await take(one, "refunds-key", 20);
    expect(await take(two, "refunds-key", 10)).toMatchObject({ allowed: true, remaining: 0 });
    expect(await take(one, "refunds-key", 1)).toMatchObject({ allowed: false });
    expect(lines()).toEqual([shared, shared]);
    await redis.stop();
  });

  test("peek() counts nothing", async () => {
    const redis = await startFakeRedis();
    const { limits } = await open(redis.url);
    expect(await limits.peek("refunds-key", "a")).toMatchObject({ remaining: 30, resetSeconds: null });
    await take(limits, "refunds-key", 4);
    for (let i = 0; i < 2; i++) {
      expect(await limits.peek("refunds-key", "a")).toMatchObject({ remaining: 26, resetSeconds: 60 });
    }
    expect(log.warn).not.toHaveBeenCalled();
    await redis.stop();
    expect(await limits.peek("refunds-key", "a")).toMatchObject({ remaining: 30 });
  });

  test("counts in memory with the same limit when Redis goes away, and logs it once, and its return once", async () => {
    const redis = await startFakeRedis();
    const { limits, redis: connection } = await open(redis.url);
    await redis.stop();
    expect(await take(limits, "refunds-key", 30)).toMatchObject({ allowed: true });
    expect(await take(limits, "refunds-key", 1)).toMatchObject({ allowed: false });
    await vi.waitFor(() => expect(lines()).toEqual([shared, away]), 10_000);
    expect(await connection.isAnswering()).toBe(false);
    const back = await startFakeRedis(Number(new URL(redis.url).port));
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(2), 10_000);
    expect(await take(limits, "refunds-key", 1)).toMatchObject({ allowed: true, remaining: 29 });
    expect([...log.info.mock.calls.map(([, line]) => line)]).toEqual([shared, shared]);
    expect(log.warn).toHaveBeenCalledTimes(1);
    await back.stop();
  });

  test("does not wait for a Redis that hangs, and says when it goes on", async () => {
    const redis = await startFakeRedis();
    const { limits, redis: connection } = await open(redis.url);
    expect(await connection.isAnswering()).toBe(true);
    redis.hang();
    // Both waits run on timers of this process, so the shorter one ends first, however busy the machine is.
    const taken = Promise.race([take(limits, "refunds-key", 1), sleep(1_000)]);
    expect(await taken).toMatchObject({ allowed: true, remaining: 29 });
    await vi.waitFor(() => expect(lines()).toEqual([shared, away]), 10_000);
    redis.goOn();
    await vi.waitFor(() => expect(log.info).toHaveBeenCalledTimes(2), 10_000);
    expect(log.warn).toHaveBeenCalledTimes(1);
    await redis.stop();
  });
});
