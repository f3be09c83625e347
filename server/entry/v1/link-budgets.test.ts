import { afterEach, describe, expect, test, vi } from "vitest";
import { buildRequest, caller, createContext, expectError, silentLog, traceId } from "@/server/testing/doors/requests";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

// The tests use the declared operations. Their requests are refused after the budgets (by an invalid body or a closed
// account), so only the budgets take effect; refused requests count as well (§8.3).
const path = "/v1/payment-links";
const routes = createRouteTable(operations);

afterEach(() => void vi.useRealTimers());

interface From {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly ip?: string;
  readonly key?: string;
  readonly path?: string;
}

function open(raised: { linkWritesPerKey?: number; linkReadsPerKey?: number } = {}) {
  const door = {
    ctx: createContext(silentLog()),
    limits: createRateLimits({ multiplier: 1 }),
    routes,
    authenticate: async (_: unknown, key: string) => ({
      ...caller,
      keyId: key,
      status: "closed" as const,
      rateLimits: { ...caller.rateLimits, ...raised },
    }),
  };
  const send = ({ method = "POST", ip = "192.0.2.1", key = "a", path: at = path }: From = {}) =>
    answerAsResponse(buildRequest({ method, path: at, key }), { sourceIp: ip, traceId }, door);
  /** Sends `count` requests and returns how many passed. Each comes from its own address unless one is named. */
  const passed = async (times: number, from: From | ((n: number) => From)) => {
    let count = 0;
    for (let n = 0; n < times; n++) {
      const each = typeof from === "function" ? from(n) : from;
      const response = await send({ ip: `10.0.0.${n}`, ...each });
      if (response.status === 403) count += 1;
      else await expectError(response, "rate_limited");
    }
    return count;
  };
  return { send, passed };
}

const one = `${path}/pl_1`;
const writing = (n: number): From => (n % 2 ? { method: "DELETE", path: one } : { method: "POST" });
const reading = (n: number): From => (n % 2 ? { method: "GET", path: one } : { method: "GET" });

describe("a key's budgets", () => {
  test("30 creations and cancellations together", async () => {
    const { send, passed } = open();
    expect(await passed(32, writing)).toBe(30);
    const response = await send({ method: "DELETE", path: one, ip: "192.0.2.9" });
    expect(response.headers.get("ratelimit-policy")).toBe('"links-write-key";q=30;w=60');
    expect(response.headers.get("ratelimit")).toMatch(/^"links-write-key";r=0;t=(60|59)$/);
    expect(response.headers.get("retry-after")).toBe("60");
  });
  test("120 queries and lists together", async () => {
    const { send, passed } = open();
    expect(await passed(122, reading)).toBe(120);
    const response = await send({ method: "GET", ip: "192.0.2.9" });
    expect(response.headers.get("ratelimit-policy")).toBe('"links-read-key";q=120;w=60');
    expect(response.headers.get("retry-after")).toBe("60");
  });
  test("reads and writes have separate budgets, and so have the account's keys", async () => {
    const { passed } = open();
    expect(await passed(31, writing)).toBe(30);
    expect(await passed(120, reading)).toBe(120);
    expect(await passed(31, (n) => ({ ...writing(n), key: "b" }))).toBe(30);
    expect(await passed(1, { method: "POST", ip: "192.0.2.77" }), "another address").toBe(0);
  });
  test("an account's raised quotas replace the usual ones, each for its own budget", async () => {
    const { passed } = open({ linkWritesPerKey: 40, linkReadsPerKey: 130 });
    expect(await passed(45, writing)).toBe(40);
    expect(await passed(135, reading)).toBe(130);
  });
});

describe("an address's budget", () => {
  test("120 calls of all four operations, for all keys together", async () => {
    const { send, passed } = open();
    const any = (n: number): From => ({
      ...(n % 4 === 0 ? writing(n / 4) : reading(n)),
      ip: "192.0.2.1",
      key: `key${n % 10}`,
    });
    expect(await passed(121, any)).toBe(120);
    const response = await send({ key: "fresh" });
    expect(response.headers.get("ratelimit-policy")).toBe('"links-ip";q=120;w=60');
    expect(response.headers.get("retry-after")).toBe("60");
    const elsewhere = await send({ method: "GET", path: "/v1/payments/x" });
    expect(elsewhere.status, "payments are counted apart").toBe(403);
  });
  test("requests that it refuses do not use the key's budget", async () => {
    const { passed } = open();
    expect(await passed(150, (n) => ({ ...reading(n), ip: "192.0.2.1", key: `key${n % 5}` }))).toBe(120);
    expect(await passed(30, { method: "POST", ip: "192.0.2.1", key: "late" })).toBe(0);
    expect(await passed(30, { method: "POST", key: "late" })).toBe(30);
  });
});

test("Retry-After is 60 on all four when the top layer refuses, also when less of its minute is left", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { send, passed } = open();
  await passed(240, { method: "GET", path: "/v1/payments/x", ip: "192.0.2.1" });
  vi.setSystemTime(Date.now() + 20_000);
  for (const n of [0, 1]) {
    for (const from of [writing(n), reading(n)]) {
      const response = await send(from);
      expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
      expect(response.headers.get("ratelimit-policy")).toBe('"ip";q=240;w=60');
      expect(response.headers.get("ratelimit")).toBe('"ip";r=0;t=40');
    }
  }
});
