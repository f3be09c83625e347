import { describe, expect, test } from "vitest";
import { createRouteTable } from "./routes";

const find = createRouteTable([
  { method: "POST", path: "/v1/payments" },
  { method: "GET", path: "/v1/payments" },
  { method: "GET", path: "/v1/payments/{paymentCode}" },
  { method: "GET", path: "/v1/payments/{paymentCode}/refunds/{refundId}" },
]);

describe("found", () => {
  test.each([
    ["POST", "/v1/payments", "/v1/payments", {}],
    ["POST", "/v1/payments/", "/v1/payments", {}],
    ["HEAD", "/v1/payments", "/v1/payments", {}],
    ["GET", "/v1/p%61yments", "/v1/payments", {}],
    ["GET", "/v1/payments/pay_1", "/v1/payments/{paymentCode}", { paymentCode: "pay_1" }],
    ["GET", "/v1/payments/pay_1/", "/v1/payments/{paymentCode}", { paymentCode: "pay_1" }],
    ["GET", "/v1/payments/%C3%B6%20d", "/v1/payments/{paymentCode}", { paymentCode: "ö d" }],
    ["GET", "/v1/payments/%7BpaymentCode%7D", "/v1/payments/{paymentCode}", { paymentCode: "{paymentCode}" }],
    [
      "GET",
      "/v1/payments/a/refunds/b",
      "/v1/payments/{paymentCode}/refunds/{refundId}",
      { paymentCode: "a", refundId: "b" },
    ],
  ])("%s %s", (method, pathname, path, params) => {
    expect(find(method, pathname)).toMatchObject({ kind: "found", operation: { path }, params });
  });
});

describe("not_found", () => {
  test.each([
    "/",
    "/v1",
    "/v1/",
    "/v1/payment",
    "/v1/Payments",
    "/v1//payments",
    "/v1/payments//",
    "/v1/payments/a/b",
    "/v1%2Fpayments",
    "/v1/payments%2Fa",
    "/v1/payments/a%2Fb",
    "/v1/payments/%E0%A4%A",
    "/v1/payments/%",
    "/v1/payments/%00",
    "/v1/payments/a%0Ab",
    "/v1/payments;x",
    "/v1/constructor",
    "/__proto__",
  ])("%s", (pathname) => expect(find("GET", pathname)).toEqual({ kind: "not_found" }));
});

describe("method_not_allowed", () => {
  test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "constructor"])("%s", (method) => {
    expect(find(method, "/v1/payments")).toEqual({
      kind: "method_not_allowed",
      allow: ["POST", "GET", "HEAD"],
    });
  });
  test("HEAD is allowed where GET is, and only there", () => {
    expect(find("POST", "/v1/payments/pay_1")).toEqual({
      kind: "method_not_allowed",
      allow: ["GET", "HEAD"],
    });
    const onlyPost = createRouteTable([{ method: "POST", path: "/a" }]);
    expect(onlyPost("HEAD", "/a")).toEqual({ kind: "method_not_allowed", allow: ["POST"] });
  });
});
