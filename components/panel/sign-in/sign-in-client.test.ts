import { describe, expect, test } from "vitest";
import { placeAfter, readRefusal } from "./sign-in-client";

describe("after the door", () => {
  test.each(["/panel/payments", "/panel/payments/pay_1?tab=refunds", "/panel/security"])("to %s", (next) =>
    expect(placeAfter("panel", next)).toBe(next),
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
  ])("to the first page instead of %s", (next) => expect(placeAfter("panel", next)).toBe("/panel"));

  test("each door has pages of its own", () => {
    expect(placeAfter("staff", "/staff/partners")).toBe("/staff/partners");
    expect(placeAfter("staff", "/panel/payments")).toBe("/staff");
  });
});

test("the door's words are read, with the time to wait; anything else has failed", () => {
  expect(readRefusal("rate_limited:840")).toEqual({ kind: "rate_limited", waitSeconds: 840 });
  expect(readRefusal("code_needed")).toEqual({ kind: "code_needed", waitSeconds: null });
  for (const word of ["", "failed", "CredentialsSignin", "constructor"]) {
    expect(readRefusal(word)).toEqual({ kind: "failed", waitSeconds: null });
  }
});
