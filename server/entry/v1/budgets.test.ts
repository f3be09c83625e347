import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { buildRequest, caller, createContext, expectError, silentLog, traceId } from "@/server/testing/doors/requests";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operation } from "./operation";
import { answerAsResponse } from "./pipeline";

// The counters' clock stands still, so a window ends exactly 60 seconds after every request of a test.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const common = {
  tag: "Payments",
  scope: "payments:read",
  summary: "",
  description: "",
  refusedWhenSuspended: false,
  answers: { 200: "" },
  result: { name: "Thing", schema: z.object({}) },
  errors: [],
  run: async () => ({ status: 200, body: {} }) as const,
} as const;
const routes = createRouteTable([
  operation({
    ...common,
    id: "create",
    method: "POST",
    path: "/v1/payments",
    budgets: ["payments-ip", "payments-ip-hour", "payments-key"],
    retryAfterSeconds: 60,
  }),
  operation({ ...common, id: "get", method: "GET", path: "/v1/payments/{code}", budgets: [] }),
  operation({ ...common, id: "refund", method: "POST", path: "/v1/refunds", budgets: ["refunds-key"] }),
  operation({ ...common, id: "look", method: "POST", path: "/v1/look", budgets: ["installments-partner"] }),
]);

interface From {
  readonly ip?: string;
  readonly key?: string;
  readonly path?: string;
  readonly method?: string;
}

/** Opens a door with fresh budgets; the account of every key has this quota for payments. */
function open({ multiplier = 1, paymentsPerKey = null as number | null } = {}) {
  const door = {
    ctx: createContext(silentLog()),
    limits: createRateLimits({ multiplier }),
    routes,
    authenticate: async (_: unknown, key: string) => ({
      ...caller,
      keyId: key,
      rateLimits: { ...caller.rateLimits, paymentsPerKey },
    }),
  };
  const send = ({ ip = "192.0.2.1", key = "a", path = "/v1/payments", method = "POST" }: From = {}) =>
    answerAsResponse(buildRequest({ method, path, key }), { sourceIp: ip, traceId }, door);
  /** Sends `count` requests and returns their statuses. Each comes from its own address unless one is named. */
  const burst = async (times: number, from: From = {}) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++) statuses.push((await send({ ip: `10.0.0.${i}`, ...from })).status);
    return statuses;
  };
  return { send, burst };
}
const passed = (statuses: number[]) => statuses.filter((status) => status === 200).length;

describe("POST /v1/payments", () => {
  test("429 on the 31st request of an address, for all keys together, with Retry-After 60", async () => {
    const { send, burst } = open();
    expect(passed(await burst(30, { ip: "192.0.2.1" }))).toBe(30);
    const response = await send({ ip: "192.0.2.1", key: "b" });
    await expectError(response, "rate_limited");
    expect(response.headers.get("retry-after")).toBe("60");
    expect(response.headers.get("ratelimit")).toMatch(/^"payments-ip";r=0;t=60$/);
  });
  test("429 on the 61st request of a key, for all addresses together; another key has its own budget", async () => {
    const { send, burst } = open();
    expect(passed(await burst(61))).toBe(60);
    expect((await send({ ip: "192.0.2.9" })).status).toBe(429);
    expect((await send({ ip: "192.0.2.9", key: "b" })).status).toBe(200);
  });
  test("an account's raised quota replaces the usual one", async () => {
    expect(passed(await open({ paymentsPerKey: 70 }).burst(80))).toBe(70);
  });
  test("neighbours of an IPv6 /64 share a budget", async () => {
    const { send, burst } = open();
    await burst(30, { ip: "2001:db8::1" });
    expect((await send({ ip: "2001:db8::ffff:2" })).status).toBe(429);
    expect((await send({ ip: "2001:db8:0:1::1" })).status).toBe(200);
  });
  test("Retry-After is 60 also when the top layer refuses", async () => {
    const { send, burst } = open();
    await burst(240, { ip: "192.0.2.1", method: "GET", path: "/v1/payments/a" });
    const response = await send({ ip: "192.0.2.1" });
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(response.headers.get("ratelimit-policy")).toBe('"ip";q=240;w=60');
  });
});

describe("the top layer", () => {
  test("429 on the 241st request of an address, also on unknown routes", async () => {
    const { send, burst } = open();
    expect(await burst(240, { ip: "192.0.2.1", path: "/v1/nothing" })).toEqual(Array(240).fill(404));
    expect((await send({ path: "/v1/nothing" })).status).toBe(429);
    expect((await send({ ip: "192.0.2.2", path: "/v1/payments/a", method: "GET" })).status).toBe(200);
  });
  test("429 on the 601st request of the platform, for all addresses together", async () => {
    const { burst } = open();
    const statuses: number[] = [];
    for (const ip of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
      statuses.push(...(await burst(201, { ip, method: "GET", path: "/v1/payments/a" })));
    }
    expect(passed(statuses)).toBe(600);
    expect(statuses.slice(600)).toEqual([429, 429, 429]);
  });
  test("Retry-After is the time until the end of the window, at least 1 s", async () => {
    const { send, burst } = open();
    await burst(30, { ip: "192.0.2.1", path: "/v1/refunds" });
    const readRetryAfter = async () => (await send({ path: "/v1/refunds" })).headers.get("retry-after");
    expect(await readRetryAfter()).toBe("60");
    vi.advanceTimersByTime(30_500);
    expect(await readRetryAfter()).toBe("30");
    vi.advanceTimersByTime(29_499);
    expect(await readRetryAfter()).toBe("1");
  });
  test("the multiplier raises both budgets", async () => {
    expect(passed(await open({ multiplier: 10 }).burst(300, { ip: "192.0.2.1" }))).toBe(300);
  });
});

test("a partner's budget is shared by its keys", async () => {
  const { send, burst } = open();
  await burst(60, { path: "/v1/look", key: "a" });
  await burst(60, { path: "/v1/look", key: "b" });
  expect((await send({ path: "/v1/look", key: "c", ip: "192.0.2.9" })).status).toBe(429);
});

describe("the headers name the tightest budget", () => {
  test.each([
    [{}, '"payments-ip";q=30;w=60', /^"payments-ip";r=29;t=60$/],
    [{ method: "GET", path: "/v1/payments/a" }, '"ip";q=240;w=60', /^"ip";r=239;t=60$/],
    [{ path: "/v1/nothing" }, '"ip";q=240;w=60', /^"ip";r=239;t=60$/],
    [{ path: "/v1/refunds" }, '"refunds-key";q=30;w=60', /^"refunds-key";r=29;t=60$/],
  ])("%j: %s", async (from, policy, standing) => {
    const response = await open().send(from);
    expect(response.headers.get("ratelimit-policy")).toBe(policy);
    expect(response.headers.get("ratelimit")).toMatch(standing);
  });
});

test("requests above an address's own budget do not use the platform's budget", async () => {
  const { burst } = open();
  const get = { path: "/v1/payments/x", method: "GET" };
  expect(passed(await burst(900, { ...get, ip: "192.0.2.1" }))).toBe(240);
  expect(passed(await burst(360, get))).toBe(360);
});
