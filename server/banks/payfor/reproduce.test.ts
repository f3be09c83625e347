import { describe, expect, test } from "vitest";
import { change, realReturn, order as sent, account as shop } from "@/server/testing/banks/payfor-order";
import { differences, type Vector } from "../vectors/vector";
import fixture from "./fixtures/vectors.json";
import { reproduce } from "./reproduce";

const account = { mbrId: "5", merchantId: "M", userCode: "U", userPass: "P", merchantPass: "K" };
const card = { pan: "4155650100416111", month: "12", year: "26", cvv: "000", holder: "John Doe" };
const vectorOf = (part: Partial<Vector>): Vector => ({
  id: "",
  family: "payfor",
  kind: "",
  input: {},
  expected: {},
  ...part,
});

test.each(fixture.vectors as Vector[])("$id reproduces", (vector) => {
  expect(differences(vector, reproduce(vector))).toEqual([]);
});

describe("request bodies", () => {
  const bodyOf = (operation: string, order: object, more: object = {}) =>
    reproduce(vectorOf({ kind: "request_body", operation, input: { account, order, ...more } })).tree;
  const head = { MerchantId: "M", UserCode: "U", UserPass: "P", MbrId: "5", Lang: "tr" };

  test("a sale without 3-D Secure has the card, under whatever name the operation goes", () => {
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
    expect(bodyOf("moto", order)).toEqual(sale);
    expect(bodyOf("sale", { ...order, type: "PreAuth" })).toEqual({ ...sale, TxnType: "PreAuth" });
    expect(bodyOf("preauth", { ...order, installment: 1 })).toEqual({
      ...sale,
      TxnType: "PreAuth",
      InstallmentCount: "0",
    });
  });

  test("refunds name their amount, if they have one; voids never", () => {
    const booked = { ...head, OrgOrderId: "A-1", SecureType: "NonSecure", Currency: "949" };
    expect(bodyOf("refund", { id: "A-1", amount: "1.50" })).toEqual({
      ...booked,
      TxnType: "Refund",
      PurchAmount: "1.50",
    });
    expect(bodyOf("refund_full", { id: "A-1" })).toEqual({ ...booked, TxnType: "Refund" });
    expect(bodyOf("void", { id: "A-1", amount: "1.50" })).toEqual({ ...booked, TxnType: "Void" });
  });

  test("a status asks by order, a history by order or by day", () => {
    const inquiry = { SecureType: "Inquiry", TxnType: "OrderInquiry" };
    expect(bodyOf("status", { id: "A-1" })).toEqual({ ...head, ...inquiry, OrgOrderId: "A-1" });
    const report = { ...head, SecureType: "Report", TxnType: "TxnHistory" };
    expect(bodyOf("history", { id: "A-1", lang: "en" })).toEqual({ ...report, Lang: "en", OrderId: "A-1" });
    for (const date of ["2022-05-18", "20220518", "18.05.2022 10:00:00", "2022-05-18T10:00:00Z"]) {
      expect(bodyOf("history", { date })).toEqual({ ...report, ReqDate: "20220518" });
    }
  });

  test("an operation that the protocol does not have is an error", () => {
    expect(() => bodyOf("teleport", { id: "A-1" })).toThrow(RangeError);
    expect(() => bodyOf("constructor", { id: "A-1" })).toThrow(RangeError);
  });
});

test("a form without a card, of another secure type", () => {
  const order = { id: "A-1", amount: "1.00", okUrl: "o", failUrl: "f", rnd: "r", model: "3d_host" };
  const { fields } = reproduce(vectorOf({ kind: "request_form", input: { account, order } }));
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
  const securityOf = (fields: readonly (readonly [string, string])[], order = {}) =>
    reproduce(
      vectorOf({
        kind: "security",
        input: { account: shopOfVector, fields: Object.fromEntries(fields), order },
      }),
    );
  const genuine = realReturn("payfor-callback-01");

  test("accepted as it is, not accepted with a border moved, nor where more was sent", () => {
    expect(securityOf(genuine)).toEqual({ digest_matches: true, must_accept: true });
    const moved = change(genuine, { ProcReturnCode: "V03", "3DStatus": "31" });
    expect(securityOf(moved)).toEqual({ digest_matches: true, must_accept: false });
    const dearer = { id: sent.orderId, amount: "2000.00" };
    expect(securityOf(genuine, dearer)).toEqual({ digest_matches: true, must_accept: false });
    const altered = change(genuine, { AuthCode: "1" });
    expect(securityOf(altered)).toEqual({ digest_matches: false, must_accept: false });
  });
});

describe("answers", () => {
  const meaningOf = (parser: string, xml: string) =>
    reproduce(vectorOf({ kind: "response", parser, input: { xml } }));

  test("the text form of an answer means the same as its XML", () => {
    const text = "AuthCode=S1;;HostRefNum=3260;;ProcReturnCode=00;;TransId=A-1;;ErrMsg=Onaylandı;;";
    expect(meaningOf("api", text)).toMatchObject({ approved: true, order_id: "A-1", auth_code: "S1" });
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
  ])("a record of type %s with status %s is %s", (type, status, state) => {
    const xml = `<PayforResponse>${record(type, status)}</PayforResponse>`;
    expect(meaningOf("status", xml)).toMatchObject({ found: true, state });
  });

  test("an unknown order is not found, also where the question is told back", () => {
    const code = "<ProcReturnCode>V013</ProcReturnCode><ErrMsg>Bulunamadı</ErrMsg>";
    for (const content of [code, record("OrderInquiry", "P", code)]) {
      expect(meaningOf("status", `<PayforResponse>${content}</PayforResponse>`)).toEqual({
        found: false,
        proc_return_code: "V013",
        error_code: "V013",
        error_message: "Bulunamadı",
      });
    }
  });

  test("a history lists what the payments' code reads of it", () => {
    const records = `<PaymentRequest>${record("Auth", "V")}</PaymentRequest><PaymentRequest>${record("Void", "Y")}</PaymentRequest>`;
    expect(meaningOf("history", `<TxnHistoryReport>${records}</TxnHistoryReport>`)).toMatchObject({
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
