import { expect, test } from "@playwright/test";
import { expectError } from "../support/envelope";
import { ask } from "../support/http";
import { Merchant } from "../support/merchant";
import { demo, sandbox } from "../support/product";

const merchant = new Merchant(sandbox.apiUrl, demo);
const { apiUrl, payUrl } = sandbox;

test.describe("404 for unknown addresses under /v1", () => {
  const unknown = [
    "/v1",
    "/v1/",
    "/v1/x",
    "/v1/Payments",
    "/v1/payments/a/b",
    "/v1//payments",
    "/v1/payments//",
    "/v1/payments/%2F",
    "/v1/payments/a%2Fb",
    "/v1/payments/%E0%A4%A",
    "/v1/payments/%",
    "/v1/payments/%00",
    "/v1/payments/%zz",
    "/v1/%70ayments/%",
    "/v1/x?y=%E0%A4%A",
    "/v1/payments;a=b",
    "/v1/payments/..;/x",
  ];
  for (const target of unknown) {
    test(`404 ${target}`, async () => {
      const answer = await merchant.get(target);
      expect(answer.status).toBe(404);
      expectError(answer, 404, answer.json().error.code === "payment_not_found" ? "payment_not_found" : "not_found");
    });
  }
});

test.describe("404 for addresses that are not served, without a trace of the framework", () => {
  const targets = [
    "/.env",
    "/.git/HEAD",
    "/.next/BUILD_ID",
    "/server.mjs",
    "/package.json",
    "/v1/../.env",
    "/v1/%2e%2e/.env",
    "/..%2f..%2fetc/passwd",
    "/_next/static/chunks/main.js.map",
    "/_next/static/",
    "/_next/data/x/index.json",
    "/_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=1",
    "/api/inngest",
    "/x\\y",
    "/%00",
    "//v1/payments",
  ];
  for (const origin of [apiUrl, payUrl]) {
    for (const target of targets) {
      test(`404 ${new URL(origin).hostname} ${target}`, async () => {
        const answer = await ask(origin, target);
        expect([401, 404], answer.text.slice(0, 200)).toContain(answer.status);
        expect(answer.text).not.toMatch(/sourcesContent|DATABASE_URL|root:/);
      });
    }
  }
});

test.describe("405 with the allowed methods", () => {
  const calls: [method: string, target: string, allow: string][] = [
    ["PUT", "/v1/payments", "GET, HEAD, POST"],
    ["PATCH", "/v1/payments", "GET, HEAD, POST"],
    ["DELETE", "/v1/payments", "GET, HEAD, POST"],
    ["OPTIONS", "/v1/payments", "GET, HEAD, POST"],
    ["POST", "/v1/payments/pay_x", "GET, HEAD"],
    ["DELETE", "/v1/payments/pay_x", "GET, HEAD"],
    ["OPTIONS", "/v1/payments/pay_x", "GET, HEAD"],
    ["POST", "/v1/payment-acceptance-status", "GET, HEAD"],
  ];
  for (const [method, target, allow] of calls) {
    test(`405 ${method} ${target}`, async () => {
      const answer = await merchant.get(target, { method });
      expectError(answer, 405, "method_not_allowed");
      expect(String(answer.headers.allow).split(", ").sort()).toEqual(allow.split(", ").sort());
      expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    });
  }
  for (const method of ["TRACE", "PROPFIND", "LOCK", "SEARCH"]) {
    test(`405 ${method} on both origins`, async () => {
      for (const origin of [apiUrl, payUrl]) {
        const answer = await ask(origin, "/v1/payments", { method, headers: { "X-Secret": "echo" } });
        expectError(answer, 405, "method_not_allowed");
        expect(answer.text).not.toContain("echo");
      }
    });
  }
});

test("405 for a preflight, without permission for any site", async () => {
  const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
  const answer = await merchant.get("/v1/payments", { method: "OPTIONS", headers });
  expectError(answer, 405, "method_not_allowed");
  expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
});

test("200 for HEAD as for GET, without the body", async () => {
  const { paymentCode } = await merchant.created();
  const target = `/v1/payments/${paymentCode}`;
  const [head, get] = [await merchant.get(target, { method: "HEAD" }), await merchant.get(target)];
  expect(head.status).toBe(200);
  expect(head.text).toBe("");
  expect(Object.keys(get.headers).sort()).toEqual(expect.arrayContaining(Object.keys(head.headers).sort()));
  const missing = await merchant.get("/v1/payments/pay_x", { method: "HEAD" });
  expect([missing.status, missing.text]).toEqual([404, ""]);
});

test("200 with a trailing slash, without a redirect", async () => {
  const created = await merchant.post(merchant.request());
  const atSlash = await ask(apiUrl, "/v1/payments/", {
    method: "POST",
    headers: { Authorization: `Bearer ${demo.apiKeys[0]}` },
    body: JSON.stringify(merchant.request()),
  });
  expect(atSlash.status, atSlash.text).toBe(201);
  const { paymentCode } = created.json();
  expect((await merchant.get(`/v1/payments/${paymentCode}/`)).status).toBe(200);
  expect((await merchant.get("/v1/payment-acceptance-status/")).status).toBe(200);
});

test("200 for an escaped path, which is the same path; unknown query parameters are ignored", async () => {
  const { paymentCode } = await merchant.created();
  const escaped = paymentCode.replace("pay_", "%70ay%5f");
  expect((await merchant.get(`/v1/payments/${escaped}?x=1&x=2&partnerTxCode=other`)).status).toBe(200);
});

test("200 for health and readiness on both origins, never cached", async () => {
  for (const origin of [apiUrl, payUrl]) {
    for (const target of ["/healthz", "/readyz"]) {
      const answer = await ask(origin, target);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json()).toMatchObject({ status: "ok" });
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  }
});

test("200 for security.txt on both origins, with a contact and an end within a year", async () => {
  for (const origin of [apiUrl, payUrl]) {
    const answer = await ask(origin, "/.well-known/security.txt");
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.text).toMatch(/^Contact: (mailto:|https:\/\/)/);
    const end = Date.parse(/^Expires: (.+)$/m.exec(answer.text)?.[1] ?? "") - Date.now();
    expect(end / 86_400_000).toBeGreaterThan(120);
    expect(end / 86_400_000).toBeLessThan(366);
  }
});

test.describe("404 for the other origin's paths", () => {
  for (const target of [
    "/handoff",
    "/3ds/callback/x",
    "/l/x",
    "/csp-report",
    "/.well-known/payment-page-scripts.json",
  ]) {
    test(`404 ${target} on the API's origin`, async () => {
      expectError(await ask(apiUrl, target, { method: "POST" }), 404, "not_found");
      expectError(await ask(apiUrl, target), 404, "not_found");
    });
  }
  for (const target of ["/v1/payments", "/", "/openapi.json", "/sandbox/clock", "/panel", "/docs", "/api/health"]) {
    test(`404 ${target} on the pay pages' origin`, async () => {
      const headers = { Authorization: `Bearer ${demo.apiKeys[0]}` };
      expectError(await ask(payUrl, target, { headers }), 404, "not_found");
    });
  }
});
