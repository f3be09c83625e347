import { describe, expect, test } from "vitest";
import { readRefusal, toNextPath } from "./sign-in-client";

describe("after the sign-in", () => {
  test.each(["/panel/payments", "/panel/payments/pay_1?tab=refunds", "/panel/security"])("continues to %s", (next) =>
    expect(toNextPath("panel", next)).toBe(next),
  );

  test.each([
    null,
    "",
    "https://evil.example/panel/payments",
    "//evil.example/panel/x",
    "/\\evil.example/panel/x",
    "javascript:alert(1)",
    "/panel/../staff/partners",
    "/panel/%2e%2e/staff/partners",
    "/staff/partners",
    "/panelx/payments",
    "/panel/sign-in?next=/panel/sign-in",
    "http://[",
  ])("continues to the first page instead of %s", (next) => expect(toNextPath("panel", next)).toBe("/panel"));

  test("continues only to pages of the same area", () => {
    expect(toNextPath("staff", "/staff/partners")).toBe("/staff/partners");
    expect(toNextPath("staff", "/panel/payments")).toBe("/staff");
  });
});

test("reads the server's refusals with their waiting time, and any other word as a failure", () => {
  expect(readRefusal("rate_limited:840")).toEqual({ kind: "rate_limited", waitSeconds: 840 });
  expect(readRefusal("code_needed")).toEqual({ kind: "code_needed", waitSeconds: null });
  for (const word of ["", "failed", "CredentialsSignin", "constructor"]) {
    expect(readRefusal(word)).toEqual({ kind: "failed", waitSeconds: null });
  }
});
