import { expect, test } from "vitest";
import { pagePolicy, toFormAction } from "./page-policy";

test("the policy forbids other origins, scripts without the nonce, and framing (D-22)", () => {
  expect(pagePolicy("n0nce", "'self'").split("; ")).toEqual([
    "default-src 'none'",
    "script-src 'nonce-n0nce' 'strict-dynamic'",
    "style-src 'self' 'nonce-n0nce'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "report-uri /csp-report",
    "report-to csp",
  ]);
});

test("form-action is 'self', or only the origin of the bank's address", () => {
  expect(toFormAction(null)).toBe("'self'");
  expect(toFormAction("https://user@bank.example:8443/gate?x=1#f")).toBe("https://bank.example:8443");
});
