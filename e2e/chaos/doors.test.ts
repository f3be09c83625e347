import { expect, test } from "vitest";
import { Tally } from "./doors";

test("counts requests by door, and names what the product could not do", () => {
  const tally = new Tally();
  const pass = (method: string, path: string, ...statuses: number[]) => {
    for (const status of statuses) tally.note({ method, path, status });
  };
  pass("POST", "/v1/payments", 201, 503, 503, 500, 0);
  pass("POST", "/v1/payments/pay_1/refunds/void", 201);
  pass("POST", "/v1/payment-links", 201);
  pass("DELETE", "/v1/payment-links/pl_1", 409);
  pass("GET", "/v1/payment-links/pl_1", 200);
  pass("POST", "/v1/installment-options", 200);
  pass("POST", "/handoff", 422, 500);
  pass("POST", "/l/token/pay", 200);
  pass("POST", "/l/token/options", 200);
  pass("GET", "/l/token/status", 502);
  pass("POST", "/3ds/callback/token", 303);
  pass("POST", "/sandbox/clock", 500);
  expect(tally.describe()).toEqual([
    "creations of payments: 5 requests, left or cut off × 1, 500 × 1, 503 × 2",
    "refunds: 1 requests, all answered",
    "links of merchants: 2 requests, all answered",
    "look-ups: 2 requests, all answered",
    "handoffs: 2 requests, 500 × 1",
    "card forms of links: 1 requests, all answered",
    "pages of links: 2 requests, 502 × 1",
    "returns from the bank: 1 requests, all answered",
  ]);
  expect(tally.defects).toBe(2);
});
