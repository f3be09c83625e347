import { describe, expect, test } from "vitest";
import type { Vector } from "../vectors/vector";
import { checkVectors } from "../vectors/vectors";
import fixture from "./fixtures/vectors.json";
import { requestMac, resolveMac } from "./hash";
import { reproduce } from "./reproduce";

const published = fixture.vectors as unknown as Vector[];

test("reproduces all published vectors, with the exact documents of requests", () => {
  expect(checkVectors(published)).toEqual({
    failed: false,
    lines: [
      "posnet intermediate: 1 of 1 reproduce",
      "posnet request_hash: 1 of 1 reproduce",
      "posnet resolve: 4 of 4 reproduce",
      "posnet response_mac: 1 of 1 reproduce",
      "posnet request_body: 5 of 5 reproduce",
      "posnet request_form: 1 of 1 reproduce",
      "posnet response: 4 of 4 reproduce",
    ],
  });
  const bodies = published.filter(({ kind }) => kind === "request_body");
  for (const body of bodies) expect(reproduce(body).xml, body.id).toBe(body.expected.xml);
});

const account = { merchantId: "6", terminalId: "7", posnetId: "9", encKey: "1,2" };
const macAccount = { mid: "6", tid: "7", encKey: "1,2" };
const card = { pan: "5555444433332222", month: "01", year: "22", cvv: "123" };
const head = { mid: "6", tid: "7" };
const later = { ...head, tranDateRequired: "1" };

const vector = (kind: string, more: Partial<Vector>): Vector => ({
  id: "",
  family: "posnet",
  kind,
  input: {},
  expected: {},
  ...more,
});
const buildBody = (operation: string, order: object, more: object = {}) =>
  reproduce(vector("request_body", { operation, input: { account, order, ...more } })).tree;

describe("request bodies", () => {
  const order = { id: "2020110828BC", amount_minor: 5025, currency: "TRY", installment: 3 };

  test("resolve and charge contain the packets and a mac over the order with its padded id", () => {
    const callback = { BankPacket: "B", MerchantPacket: "M", Sign: "S" };
    const mac = requestMac({ xid: "000000002020110828BC", amount: "5025", currency: "TL" }, macAccount);
    const packets = { bankData: "B", merchantData: "M", sign: "S" };
    const resolving = { ...head, oosResolveMerchantData: { ...packets, mac } };
    expect(buildBody("resolve", order, { callback })).toEqual(resolving);
    const charging = { ...head, oosTranData: { ...packets, wpAmount: "0", mac } };
    expect(buildBody("complete3d", order, { callback })).toEqual(charging);
  });

  test("a sale or pre-authorisation without 3-D Secure contains the card and an order id of 24 characters", () => {
    const elements = {
      orderID: "0000000000002020110828BC",
      installment: "03",
      amount: "5025",
      currencyCode: "TL",
      ccno: "5555444433332222",
      expDate: "2201",
      cvc: "123",
    };
    expect(buildBody("moto", { ...order, card })).toEqual({ ...later, sale: elements });
    expect(buildBody("sale", { ...order, type: "PreAuth", card })).toEqual({ ...later, auth: elements });
    expect(buildBody("auth", { ...order, card })).toEqual({ ...later, auth: elements });
  });

  test("prepare of a pre-authorisation has the type Auth", () => {
    const body = buildBody("oosRequestData", { ...order, type: "PreAuth", card });
    expect(body).toMatchObject({ oosRequestData: { tranType: "Auth", cardHolderName: "" } });
  });

  test("voids and refunds name the bank's key, or the order without a key", () => {
    const orderID = "TDSC000000002020110828BC";
    const transaction = "sale";
    expect(buildBody("void", order)).toEqual({ ...later, reverse: { transaction, orderID } });
    const withCode = { transaction, hostLogKey: "0196", authCode: "901477" };
    expect(buildBody("void", { rrn: "0196", authCode: "901477" })).toEqual({ ...later, reverse: withCode });
    expect(buildBody("void", { rrn: "0196", transaction: "capt" })).toMatchObject({
      reverse: { transaction: "capt" },
    });
    const back = { amount: "5025", currencyCode: "US" };
    const refund = buildBody("refund", { ...order, currency: "USD" });
    expect(refund).toEqual({ ...later, return: { ...back, orderID } });
    const partial = buildBody("partial_refund", { ...order, currency: "US", rrn: "0196" });
    expect(partial).toEqual({ ...later, return: { ...back, hostLogKey: "0196" } });
  });

  test("a status names the order with its prefix, with zeros, or unchanged when the id has 24 characters", () => {
    const statusBody = (order: object) => buildBody("status", order);
    const agreement = (orderID: string) => ({ ...head, agreement: { orderID } });
    expect(statusBody({ id: "1" })).toEqual(agreement("TDSC00000000000000000001"));
    expect(statusBody({ id: "1", threeD: true, prefix: "TDS_" })).toEqual(agreement("TDS_00000000000000000001"));
    expect(statusBody({ id: "1", threeD: false })).toEqual(agreement("000000000000000000000001"));
    expect(statusBody({ id: "TDS_YKB_0000191010111730" })).toEqual(agreement("TDS_YKB_0000191010111730"));
  });

  test("an inquiry of points contains only the card; paying with points also contains an order", () => {
    const cardElements = { ccno: "5555444433332222", expDate: "2201" };
    expect(buildBody("point_inquiry", { card })).toEqual({ ...head, pointInquiry: cardElements });
    expect(buildBody("point_usage", { ...order, card })).toMatchObject({
      pointUsage: { ...cardElements, amount: "5025", currencyCode: "TL" },
    });
  });

  test("throws a RangeError for an operation that the protocol does not have", () => {
    expect(() => buildBody("teleport", order)).toThrow(RangeError);
  });
});

test("the form contains the optional fields that the vector contains", () => {
  const order = { okUrl: "https://shop.example", lang: "en", openANewWindow: "0" };
  const input = { account, order, oosResponse: { data1: "1", data2: "2", sign: "3" } };
  expect(reproduce(vector("request_form", { input }))).toEqual({
    method: "POST",
    fields: {
      mid: "6",
      posnetID: "9",
      posnetData: "1",
      posnetData2: "2",
      digest: "3",
      merchantReturnURL: "https://shop.example",
      url: "",
      lang: "en",
      openANewWindow: "0",
    },
  });
});

describe("answers", () => {
  const order = { xid: "12345678901234567890", amount: "10000", currency: "TL" };
  const resolved = (mdStatus: string, mac: string) =>
    `<posnetResponse><approved>1</approved><oosResolveMerchantDataResponse><xid>${order.xid}</xid>` +
    `<amount>10000</amount><currency>TL</currency><mdStatus>${mdStatus}</mdStatus><mac>${mac}</mac>` +
    "</oosResolveMerchantDataResponse></posnetResponse>";

  test("an altered copy of a genuine answer is read and has an invalid mac", () => {
    const xml = resolved("1", resolveMac("6", order, macAccount));
    expect(reproduce(vector("resolve", { input: { account, xml } }))).toMatchObject({
      resolved: true,
      mac_valid: false,
      md_status: "1",
      three_d: "full",
      amount_minor: 10000,
      proceed_to_payment: false,
    });
    const half = resolved("4", resolveMac("4", order, macAccount));
    expect(reproduce(vector("resolve", { input: { account, xml: half } }))).toMatchObject({
      mac_valid: true,
      three_d: "half",
      proceed_to_payment: false,
    });
  });

  test("does not accept a genuine answer for another order", () => {
    const xml = resolved("1", resolveMac("1", order, macAccount));
    const judged = (sent: object) => reproduce(vector("security", { input: { account, xml, order: sent } }));
    const accepted = { digest_matches: true, mac_valid: true, must_accept: true };
    expect(judged({ xid: order.xid, amount_minor: 10000 })).toEqual(accepted);
    const refused = { ...accepted, must_accept: false };
    expect(judged({ xid: order.xid, amount_minor: 10001 })).toEqual(refused);
    expect(judged({ id: "OTHER", amount_minor: 10000 })).toEqual(refused);
    expect(judged({})).toEqual(refused);
  });

  test("reads an order approved before, a list of transactions and an unknown order", () => {
    const meaning = (xml: string, parser: string) => reproduce(vector("response", { parser, input: { xml } }));
    const before = "<posnetResponse><approved>2</approved><respCode>0127</respCode></posnetResponse>";
    expect(meaning(before, "api")).toMatchObject({
      approved: false,
      outcome: "already_done",
      error_code: "0127",
    });
    const line = (state: string) =>
      `<transaction><state>${state}</state><txnStatus>1</txnStatus><amount>1,16</amount></transaction>`;
    const list =
      `<posnetResponse><approved>1</approved><transactions>${line("Reverse")}${line("Sale")}` +
      "</transactions></posnetResponse>";
    expect(meaning(list, "status")).toMatchObject({
      found: true,
      count: 2,
      state: "Reverse",
      ok: true,
      amount_minor: 116,
      transactions: [{ state: "Reverse" }, { state: "Sale" }],
    });
    const none = "<posnetResponse><approved>0</approved><respCode>0123</respCode></posnetResponse>";
    expect(meaning(none, "status")).toMatchObject({ found: false, error_code: "0123", transactions: [] });
  });
});
