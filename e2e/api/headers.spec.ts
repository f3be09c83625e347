import { expect, test } from "@playwright/test";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);
const { apiUrl, payUrl } = sandbox;

const calls: [name: string, status: number, call: () => ReturnType<typeof ask>][] = [
  ["201 a payment", 201, () => merchant.create()],
  ["400 a bad body", 400, () => merchant.post("{")],
  ["401 no key", 401, () => ask(apiUrl, "/v1/payments/x")],
  ["404 no such payment", 404, () => merchant.get("/v1/payments/x")],
  ["404 no such address of the API", 404, () => ask(apiUrl, "/v1/x")],
  ["404 no such address", 404, () => ask(apiUrl, "/nothing")],
  ["405 a method that is not allowed", 405, () => merchant.get("/v1/payments", { method: "PUT" })],
  ["405 a method that nobody knows", 405, () => ask(apiUrl, "/v1/payments", { method: "PROPFIND" })],
  ["421 another host", 421, () => ask(apiUrl, "/v1/x", { headers: { Host: "evil.example" } })],
  ["200 the reference", 200, () => ask(apiUrl, "/openapi.json")],
  ["200 the start page", 200, () => ask(apiUrl, "/")],
  ["200 health", 200, () => ask(apiUrl, "/healthz")],
  ["401 a control of the sandbox", 401, () => ask(apiUrl, "/sandbox/clock")],
  ["404 the handoff without a reference", 404, () => ask(payUrl, "/handoff", form)],
  ["405 the handoff by GET", 405, () => ask(payUrl, "/handoff")],
  ["404 a callback that nobody waits for", 404, () => ask(payUrl, "/3ds/callback/x", form)],
  ["404 no such address of the pay pages", 404, () => ask(payUrl, "/nothing")],
  ["200 the list of scripts", 200, () => ask(payUrl, "/.well-known/payment-page-scripts.json")],
];
const form = {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: "a=b",
};

test.describe("every response has the security headers", () => {
  for (const [name, status, call] of calls) {
    test(name, async () => {
      const { status: answered, headers, text } = await call();
      expect(answered, text.slice(0, 200)).toBe(status);
      const maxAge = Number(/max-age=(\d+)/.exec(String(headers["strict-transport-security"]))?.[1]);
      expect(maxAge).toBeGreaterThanOrEqual(31_536_000);
      expect(headers["strict-transport-security"]).toContain("includeSubDomains");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers.server).toBeUndefined();
      expect(headers["set-cookie"]).toBeUndefined();
    });
  }
});

test.describe("every response about money has no-store", () => {
  for (const [name, , call] of calls.filter(([name]) =>
    /payment|key|body|method|handoff|callback|control/.test(name),
  )) {
    test(name, async () => {
      expect((await call()).headers["cache-control"]).toBe("no-store");
    });
  }
});

test.describe("every response of the API has the RateLimit of the tightest limit", () => {
  for (const [name, , call] of [...calls.slice(0, 5), ...calls.slice(6, 8)]) {
    test(name, async () => {
      const { headers } = await call();
      const [, policy, quota, window] = /^"([a-z-]+)";q=(\d+);w=(\d+)$/.exec(String(headers["ratelimit-policy"])) ?? [];
      const [, samePolicy, remaining, reset] = /^"([a-z-]+)";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? [];
      expect(policy).toBeTruthy();
      expect(samePolicy).toBe(policy);
      expect(Number(remaining)).toBeLessThan(Number(quota));
      expect(Number(reset)).toBeLessThanOrEqual(Number(window));
    });
  }
});

test("every call gets a new trace id, and the caller's is ignored", async () => {
  const mine = "0123456789abcdef0123456789abcdef";
  const traceparent = `00-${mine}-0123456789abcdef-01`;
  const headers = { "X-Request-Id": mine, traceparent };
  const ids = [await merchant.get("/v1/x", { headers }), await merchant.get("/v1/x", { headers })].map(
    (answer) => answer.headers["x-request-id"],
  );
  expect(ids).not.toContain(mine);
  expect(new Set(ids).size).toBe(2);
});

test("the framework's header for subrequests gives no access", async () => {
  const middleware = "middleware:middleware:middleware:middleware:middleware";
  const headers = { "x-middleware-subrequest": middleware };
  expect((await ask(apiUrl, "/v1/payments/x", { headers })).status).toBe(401);
  expect((await ask(apiUrl, "/sandbox/clock", { headers })).status).toBe(401);
  expect((await ask(payUrl, "/handoff", { headers })).status).toBe(405);
});

test("no origin sets or reads another origin's cookies", async () => {
  const { paymentCode } = await merchant.created();
  const cookie = {
    headers: { Cookie: `session=${demo.apiKeys[0]}; Authorization=Bearer ${demo.apiKeys[0]}` },
  };
  expect((await ask(apiUrl, `/v1/payments/${paymentCode}`, cookie)).status).toBe(401);
});
