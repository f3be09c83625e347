import { expect, test } from "vitest";
import { formActionOf, pagePolicy } from "./page-policy";

test("a page loads nothing from elsewhere, runs what has its nonce, and is framed by nobody (D-22)", () => {
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

test("forms go to us, or to the origin of the bank's address and no further", () => {
  expect(formActionOf(null)).toBe("'self'");
  expect(formActionOf("https://user@bank.example:8443/gate?x=1#f")).toBe("https://bank.example:8443");
});
