import { describe, expect, test } from "vitest";
import type { Vector } from "../vectors/vector";
import { reproduce } from "./reproduce";

const account = { clientId: "7", apiUser: "U", apiPassword: "P", storeKey: "K" };
const head = { Name: "U", Password: "P", ClientId: "7" };
const card = { pan: "4546711234567894", month: "12", year: "26", cvv: "000" };

const buildBody = (operation: string, order: object, more: object = {}) => {
  const input = { account, order, ...more };
  const vector: Vector = { id: "", family: "nestpay", kind: "request_body", operation, input, expected: {} };
  return reproduce(vector).tree;
};

describe("request bodies", () => {
  const sale = {
    Type: "Auth",
    IPAddress: "192.0.2.1",
    OrderId: "A-1",
    Total: "9.9",
    Currency: "840",
    Taksit: "3",
  };
  const order = { id: "A-1", amount: "9.9", currency: "USD", installment: 3, ip: "192.0.2.1" };
  const cardElements = { Number: card.pan, Expires: "12/26", Cvv2Val: "000", Mode: "P" };

  test("a sale without 3-D Secure contains the card, whatever the name of the operation", () => {
    expect(buildBody("moto", { ...order, card })).toEqual({ ...head, ...sale, ...cardElements });
    const preAuth = { ...head, ...sale, ...cardElements, Type: "PreAuth" };
    expect(buildBody("sale", { ...order, card, type: "PreAuth" })).toEqual(preAuth);
  });

  test("a recurring sale contains its plan; its cancellation and its status name the recurring record", () => {
    const recurring = { interval: 1, cycle: "M", count: 12 };
    const plan = {
      OrderType: "0",
      OrderFrequencyInterval: "1",
      OrderFrequencyCycle: "M",
      TotalNumberPayments: "12",
    };
    expect(buildBody("sale", { ...order, card, recurring })).toMatchObject({ PbOrder: plan });
    const cancel = { RECORDTYPE: "Order", RECURRINGOPERATION: "Cancel", RECORDID: "A-1-2" };
    expect(buildBody("cancel_recurring", { id: "A-1", number: 2 })).toEqual({ ...head, Extra: cancel });
    const status = { ...head, Extra: { ORDERSTATUS: "QUERY", RECURRINGID: "R1" } };
    expect(buildBody("status", { recurringId: "R1" })).toEqual(status);
  });

  test("a capture names the held amount only when it takes more", () => {
    const capture = { ...head, Type: "PostAuth", OrderId: "A-1", Total: "10.0" };
    expect(buildBody("capture", { id: "A-1", amount: "10.0", preauth_amount: "10" })).toEqual(capture);
    expect(buildBody("capture", { id: "A-1", amount: "10.0" })).toEqual(capture);
    const more = { ...capture, Extra: { PREAMT: "9" } };
    expect(buildBody("capture", { id: "A-1", amount: "10.0", preauth_amount: "9" })).toEqual(more);
  });

  test("voids, full refunds and status requests name the order", () => {
    expect(buildBody("void", { id: "A-1" })).toEqual({ ...head, Type: "Void", OrderId: "A-1" });
    const refund = { ...head, Type: "Credit", OrderId: "A-1", Currency: "949" };
    expect(buildBody("refund", { id: "A-1" })).toEqual(refund);
    const status = { ...head, OrderId: "A-1", Extra: { ORDERSTATUS: "QUERY" } };
    expect(buildBody("status", { id: "A-1" })).toEqual(status);
  });

  test("throws a RangeError for an operation that the protocol does not have", () => {
    expect(() => buildBody("teleport", { id: "A-1" })).toThrow(RangeError);
  });
});
