import { describe, expect, test } from "vitest";
import { findDestination, isMoneyPath, isReadOnlyPage, isScriptless, pathForLog, servingHost } from "./paths";

describe("doorFor", () => {
  test.each([
    "/handoff",
    "/handoff?x=1",
    "/3ds/callback/abc",
    "/l/abc",
    "/logo/lgr_1.png",
    "/csp-report",
    "/.well-known/payment-page-scripts.json",
  ])("%s is served on the pay origin only", (target) => {
    expect(findDestination("pay", target)).toBe("router");
    expect(findDestination("api", target)).toBe("nowhere");
  });
  test.each(["/", "/panel", "/docs/x", "/openapi.json", "/sandbox/clock", "/api/trpc/x", "/staff", "/login"])(
    "%s is served on the API origin only",
    (target) => {
      expect(findDestination("api", target)).toBe("router");
      expect(findDestination("pay", target)).toBe("nowhere");
    },
  );
  test.each(["/_next/static/chunks/a.js", "/assets/pay.css", "/.well-known/security.txt"])(
    "%s is served on both",
    (target) => {
      expect([findDestination("api", target), findDestination("pay", target)]).toEqual(["router", "router"]);
    },
  );
  test("health is answered on both", () => {
    expect([findDestination("api", "/healthz"), findDestination("pay", "/readyz?x")]).toEqual(["health", "health"]);
  });
  test.each([
    "/v1",
    "/v1/",
    "/v1/payments",
    "/v1?x",
    "/v1//payments",
    "/v1/%E0%A4%A",
    "/v1/a%2fb",
    "/v1/ö",
    "/v1/./payments",
    "/v1/../panel",
    "/v1/..\\panel",
    "/v1/%2e%2e/panel",
  ])("%s goes to /v1 as it was sent", (target) => {
    expect(findDestination("api", target)).toBe("v1");
    expect(findDestination("pay", target)).toBe("nowhere");
  });
  test.each([
    "/_next/image?url=http%3A%2F%2F169.254.169.254",
    "/_next/data/x.json",
    "/x/../l/abc",
    "/x/%2e%2e/l/abc",
    "/x/%2E./l/abc",
    "/./l/abc",
    "//l/abc",
    "/x//l/abc",
    "/\\l/abc",
    "/l\\abc",
    "/%6c/abc",
    "/%6C/abc",
    "/l%2fabc",
    "/x%5c..%5cl",
    "/l/a%00",
    "/l/%E0%A4%A",
    "/handoff;x=1",
    "/ö",
    "http://localhost:3000/panel",
    "*",
    "",
  ])("%s has no destination on either origin", (target) => {
    expect([findDestination("api", target), findDestination("pay", target)]).toEqual(["nowhere", "nowhere"]);
  });
});

test.each([
  ["/l/s3cret?x=1", "/l/[…]"],
  ["/l/s3cret/pay", "/l/[…]/pay"],
  ["/l/s3cret/qr.svg?lang=tr", "/l/[…]/qr.svg"],
  ["//l//s3cret", "/l/[…]"],
  ["/L/s3cret", "/l/[…]"],
  [`/l/a/${"s3_cret-".repeat(6)}`, "/l/[…]/[…]"],
  [`/x/${"s3cret%2D".repeat(5)}/y`, "/x/[…]/y"],
  ["/3ds/callback/s3cret", "/3ds/callback/[…]"],
  ["/3ds/s3cret", "/3ds/[…]"],
  ["/v1/payments?partnerTxCode=42#f", "/v1/payments"],
])("%s is logged as %s", (target, logged) => {
  expect(pathForLog(target)).toBe(logged);
});

test("answers of money paths may not be cached", () => {
  expect(
    ["/v1/x", "/handoff", "/3ds/x", "/l/x", "/sandbox/x", "/v1?x", "/panel", "/staff/x", "/api/trpc/x"].every(
      isMoneyPath,
    ),
  ).toBe(true);
  expect(["/v10", "/docs", "/_next/static/x", "/", "/list"].some(isMoneyPath)).toBe(false);
});

test("pages that are only read, and pages of the pay origin, are sent without scripts", () => {
  expect(["/", "/?lang=en", "/docs/webhooks", "/docs/test-cards?x=1"].every((path) => isScriptless("api", path))).toBe(
    true,
  );
  expect(["/panel", "/docs", "/docsx", "/v1/docs/"].some((path) => isScriptless("api", path))).toBe(false);
  expect(isScriptless("pay", "/l/abc")).toBe(true);
});

test("a link's page allows reading only; its forms and all other pages check their methods themselves", () => {
  expect(["/l/abc", "/l/abc/", "/l/abc?lang=en", "/l", "/l/"].every((at) => isReadOnlyPage("pay", at))).toBe(true);
  expect(["/l/abc/pay", "/l/abc/card?x", "/handoff", "/lx"].some((at) => isReadOnlyPage("pay", at))).toBe(false);
  expect(isReadOnlyPage("api", "/l/abc")).toBe(false);
});

test.each([
  [
    "panel",
    [
      "/panel",
      "/panel/x",
      "/panel?x",
      "/staff",
      "/api/trpc/payment.list?batch=1",
      "/api/auth/csrf",
      "/api/staff/trpc/x",
    ],
  ],
  ["api", ["/v1", "/v1/payments?x", "/docs/guides", "/sandbox/clock", "/api/inngest"]],
  ["both", ["/", "/panels", "/_next/static/a.js", "/healthz", "/assets/x", "/api/health", "/v10"]],
] as const)("paths of the %s host", (host, targets) => {
  for (const target of targets) expect(servingHost(target), target).toBe(host);
});
