import { describe, expect, test } from "vitest";
import { change, realReturn, order as sent, account as shop } from "@/server/testing/banks/payfor-order";
import { differences, type Vector } from "../vectors/vector";
import fixture from "./fixtures/vectors.json";
import { reproduce } from "./reproduce";

const account = { mbrId: "5", merchantId: "M", userCode: "U", userPass: "P", merchantPass: "K" };
const card = { pan: "4155650100416111", month: "12", year: "26", cvv: "000", holder: "John Doe" };
const buildVector = (part: Partial<Vector>): Vector => ({
  id: "",
  family: "payfor",
  kind: "",
  input: {},
  expected: {},
  ...part,
});

test.each(fixture.vectors as Vector[])("reproduces $id", (vector) => {
  expect(differences(vector, reproduce(vector))).toEqual([]);
});

describe("request bodies", () => {
  const buildBody = (operation: string, order: object, more: object = {}) =>
    reproduce(buildVector({ kind: "request_body", operation, input: { account, order, ...more } })).tree;
  const head = { MerchantId: "M", UserCode: "U", UserPass: "P", MbrId: "5", Lang: "tr" };

  test("a sale without 3-D Secure contains the card, whatever the name of the operation", () => {
    const sale = {
      ...head,
      MOTO: "0",
      OrderId: "A-1",
      SecureType: "NonSecure",
      TxnType: "Auth",
      PurchAmount: "9.9",
      Currency: "840",
      InstallmentCount: "3",
      CardHolderName: "John Doe",
      Pan: card.pan,
      Expiry: "1226",
      Cvv2: "000",
    };
    const order = { id: "A-1", amount: "9.9", currency: "USD", installment: 3, card };
    expect(buildBody("moto", order)).toEqual(sale);
    expect(buildBody("sale", { ...order, type: "PreAuth" })).toEqual({ ...sale, TxnType: "PreAuth" });
    expect(buildBody("preauth", { ...order, installment: 1 })).toEqual({
      ...sale,
      TxnType: "PreAuth",
      InstallmentCount: "0",
    });
  });

  test("a refund names its amount where the vector has one; a void never names one", () => {
    const booked = { ...head, OrgOrderId: "A-1", SecureType: "NonSecure", Currency: "949" };
    expect(buildBody("refund", { id: "A-1", amount: "1.50" })).toEqual({
      ...booked,
      TxnType: "Refund",
      PurchAmount: "1.50",
    });
    expect(buildBody("refund_full", { id: "A-1" })).toEqual({ ...booked, TxnType: "Refund" });
    expect(buildBody("void", { id: "A-1", amount: "1.50" })).toEqual({ ...booked, TxnType: "Void" });
  });

  test("a status names the order, a history names the order or the day", () => {
    const inquiry = { SecureType: "Inquiry", TxnType: "OrderInquiry" };
    expect(buildBody("status", { id: "A-1" })).toEqual({ ...head, ...inquiry, OrgOrderId: "A-1" });
    const report = { ...head, SecureType: "Report", TxnType: "TxnHistory" };
    expect(buildBody("history", { id: "A-1", lang: "en" })).toEqual({
      ...report,
      Lang: "en",
      OrderId: "A-1",
    });
    for (const date of ["2022-05-18", "20220518", "18.05.2022 10:00:00", "2022-05-18T10:00:00Z"]) {
      expect(buildBody("history", { date })).toEqual({ ...report, ReqDate: "20220518" });
    }
  });

  test("throws a RangeError for an operation that the protocol does not have", () => {
    expect(() => buildBody("teleport", { id: "A-1" })).toThrow(RangeError);
    expect(() => buildBody("constructor", { id: "A-1" })).toThrow(RangeError);
  });
});

test("builds a form without a card and of another secure type", () => {
  const order = { id: "A-1", amount: "1.00", okUrl: "o", failUrl: "f", rnd: "r", model: "3d_host" };
  const { fields } = reproduce(buildVector({ kind: "request_form", input: { account, order } }));
  expect(fields).toEqual({
    MbrId: "5",
    MerchantID: "M",
    UserCode: "U",
    OrderId: "A-1",
    Lang: "tr",
    SecureType: "3DHost",
    TxnType: "Auth",
    PurchAmount: "1.00",
    InstallmentCount: "0",
    Currency: "949",
    OkUrl: "o",
    FailUrl: "f",
    Rnd: "r",
    Hash: expect.stringMatching(/^[\w+/]{27}=$/),
  });
});

describe("a callback that must not be accepted", () => {
  const shopOfVector = {
    mbrId: "5",
    merchantId: shop.merchantId,
    userCode: shop.user,
    merchantPass: shop.storeKey.reveal(),
  };
  const reproduceSecurity = (fields: readonly (readonly [string, string])[], order = {}) =>
    reproduce(
      buildVector({
        kind: "security",
        input: { account: shopOfVector, fields: Object.fromEntries(fields), order },
      }),
    );
  const genuine = realReturn("payfor-callback-01");

  test("accepts the genuine return; does not accept it with a moved border or for another amount", () => {
    expect(reproduceSecurity(genuine)).toEqual({ digest_matches: true, must_accept: true });
    const moved = change(genuine, { ProcReturnCode: "V03", "3DStatus": "31" });
    expect(reproduceSecurity(moved)).toEqual({ digest_matches: true, must_accept: false });
    const dearer = { id: sent.orderId, amount: "2000.00" };
    expect(reproduceSecurity(genuine, dearer)).toEqual({ digest_matches: true, must_accept: false });
    const altered = change(genuine, { AuthCode: "1" });
    expect(reproduceSecurity(altered)).toEqual({ digest_matches: false, must_accept: false });
  });
});

describe("answers", () => {
  const reproduceAnswer = (parser: string, xml: string) =>
    reproduce(buildVector({ kind: "response", parser, input: { xml } }));

  test("reads the text form of an answer like its XML", () => {
    const text = "AuthCode=S1;;HostRefNum=3260;;ProcReturnCode=00;;TransId=A-1;;ErrMsg=Onaylandı;;";
    expect(reproduceAnswer("api", text)).toMatchObject({ approved: true, order_id: "A-1", auth_code: "S1" });
  });

  const record = (type: string, status: string, more = "") =>
    `<OrderId>A-1</OrderId><TxnType>${type}</TxnType><TxnStatus>${status}</TxnStatus>${more}`;

  test.each([
    ["Auth", "Y", "captured"],
    ["PostAuth", "Y", "captured"],
    ["PreAuth", "Y", "authorized"],
    ["Auth", "V", "voided"],
    ["Void", "Y", "voided"],
    ["Refund", "Y", "refunded"],
    ["Auth", "P", "pending"],
    ["Auth", "N", "declined"],
    ["Auth", "?", null],
  ])("reads a record of type %s with status %s as %s", (type, status, state) => {
    const xml = `<PayforResponse>${record(type, status)}</PayforResponse>`;
    expect(reproduceAnswer("status", xml)).toMatchObject({ found: true, state });
  });

  test("not found for an unknown order, also when the bank echoes the request", () => {
    const code = "<ProcReturnCode>V013</ProcReturnCode><ErrMsg>Bulunamadı</ErrMsg>";
    for (const content of [code, record("OrderInquiry", "P", code)]) {
      expect(reproduceAnswer("status", `<PayforResponse>${content}</PayforResponse>`)).toEqual({
        found: false,
        proc_return_code: "V013",
        error_code: "V013",
        error_message: "Bulunamadı",
      });
    }
  });

  test("returns the records of a history as the code of payments reads them", () => {
    const records = `<PaymentRequest>${record("Auth", "V")}</PaymentRequest><PaymentRequest>${record("Void", "Y")}</PaymentRequest>`;
    expect(reproduceAnswer("history", `<TxnHistoryReport>${records}</TxnHistoryReport>`)).toMatchObject({
      found: true,
      order_id: "A-1",
      count: 2,
      transactions: [
        { txn_type: "Auth", state: "voided" },
        { txn_type: "Void", state: "voided" },
      ],
    });
  });
});
