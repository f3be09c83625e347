import { afterEach, expect, test, vi } from "vitest";
import { buildRequest, caller, createContext, expectError, silentLog, traceId } from "@/server/testing/doors/requests";
import { createRouteTable } from "../http/routes";
import { createRateLimits } from "../limits/rate-limiter";
import { operations } from "./operation-list";
import { answerAsResponse } from "./pipeline";

// The tests use the declared operations. Their requests are refused after the budgets (by a closed account), so only
// the budgets take effect; refused requests count as well (D-8).
const routes = createRouteTable(operations);
const base = "/v1/payments/pay_1/refunds";
const endpoints = [base, `${base}/credit`, `${base}/void`];

afterEach(() => void vi.useRealTimers());

interface From {
  readonly method?: "GET" | "POST";
  readonly path?: string;
  readonly ip?: string;
  readonly key?: string;
}

function open() {
  const door = {
    ctx: createContext(silentLog()),
    limits: createRateLimits({ multiplier: 1 }),
    routes,
    authenticate: async (_: unknown, key: string) => ({ ...caller, keyId: key, status: "closed" as const }),
  };
  const send = ({ method = "POST", path = base, ip = "192.0.2.1", key = "a" }: From = {}) =>
    answerAsResponse(buildRequest({ method, path, key }), { sourceIp: ip, traceId }, door);
  const passed = async (times: number, from: (n: number) => From) => {
    let count = 0;
    for (let n = 0; n < times; n++) {
      const response = await send({ ip: `10.0.0.${n}`, ...from(n) });
      if (response.status === 403) count += 1;
      else await expectError(response, "rate_limited");
    }
    return count;
  };
  return { send, passed };
}

const any = (n: number): From => ({ path: endpoints[n % 3] ?? base });

test("30 refunds of a key in a minute, for the three endpoints, all addresses and all payments together", async () => {
  const { send, passed } = open();
  expect(await passed(10, any)).toBe(10);
  expect(await passed(25, (n) => ({ path: `/v1/payments/pay_${n}/refunds/void` }))).toBe(20);
  for (const path of endpoints) {
    const response = await send({ path, ip: "192.0.2.9" });
    await expectError(response, "rate_limited");
    expect(response.headers.get("ratelimit-policy")).toBe('"refunds-key";q=30;w=60');
    expect(response.headers.get("ratelimit")).toMatch(/^"refunds-key";r=0;t=(60|59)$/);
  }
});

test("each answer has what is left, and Retry-After is the rest of the minute, at least 1 s", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const { send, passed } = open();
  const first = await send();
  expect(first.headers.get("ratelimit-policy")).toBe('"refunds-key";q=30;w=60');
  expect(first.headers.get("ratelimit")).toBe('"refunds-key";r=29;t=60');
  expect(await passed(29, any)).toBe(29);
  for (const [passedMs, wait] of [
    [0, "60"],
    [20_000, "40"],
    [39_500, "1"],
  ] as const) {
    vi.setSystemTime(Date.now() + passedMs);
    const refused = await send();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, wait]);
  }
  vi.setSystemTime(Date.now() + 600);
  expect(await passed(31, any), "the next minute").toBe(30);
});

test("each key of an account has its own budget, and queries have none", async () => {
  const { send, passed } = open();
  expect(await passed(31, any)).toBe(30);
  expect(await passed(31, (n) => ({ ...any(n), key: "b" }))).toBe(30);
  for (const path of [base, `${base}/rf_1`, "/v1/refunds?partnerRefundCode=R", "/v1/refunds/rf_1"]) {
    expect(await passed(31, () => ({ method: "GET", path }))).toBe(31);
    const response = await send({ method: "GET", path, ip: "192.0.2.9" });
    expect(response.headers.get("ratelimit-policy")).toBe('"ip";q=240;w=60');
  }
});

test("requests that the top layer refuses do not use the key's budget", async () => {
  const { send, passed } = open();
  const queries = await passed(240, () => ({ method: "GET", path: base, ip: "192.0.2.1" }));
  expect(queries).toBe(240);
  const refused = await send();
  expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([429, '"ip";q=240;w=60']);
  expect(await passed(31, any)).toBe(30);
});
