import { expect, test } from "vitest";
import type { Operation } from "@/server/banks/bank";
import { parseXml } from "@/server/banks/wire";
import { trustCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";
import { account, order } from "@/server/testing/banks/payfor-order";
import { buildPlacedOrder } from "../conformance/conformance-subject";
import { toTree } from "../vectors/vector";
import { formHash } from "./hash";
import { encode, handoff } from "./request";

const card = trustCard({
  pan: new Secret("4155650100416111"),
  expireMonth: "01",
  expireYear: "30",
  cv2: new Secret("000"),
});
const shop = { ...account, password: new Secret("Ş&<1") };
const treeFor = (operation: Operation, of = shop) => toTree(parseXml(encode(operation, of).body));
const { orderId } = order;

test("the form contains the order, the card without a holder, one return address and a hash, but no password", () => {
  const { action, fields } = handoff({ ...order, installment: 1, language: "en" }, card, shop);
  expect(action).toBe("https://bank.example/Default.aspx");
  expect(fields).toEqual([
    ["MbrId", "5"],
    ["MerchantID", "085300000009704"],
    ["UserCode", "API_USER"],
    ["OrderId", orderId],
    ["Lang", "en"],
    ["SecureType", "3DModel"],
    ["TxnType", "Auth"],
    ["PurchAmount", "1250.50"],
    ["InstallmentCount", "0"],
    ["Currency", "949"],
    ["OkUrl", "https://pay.example/3ds/callback/token"],
    ["FailUrl", "https://pay.example/3ds/callback/token"],
    ["Rnd", "nonce-1"],
    ["CardHolderName", ""],
    ["Pan", "4155650100416111"],
    ["Expiry", "0130"],
    ["Cvv2", "000"],
    ["Hash", expect.any(String)],
  ]);
  const signed = {
    memberId: "5",
    orderId,
    amount: "1250.50",
    type: "Auth",
    installment: "0",
    nonce: "nonce-1",
    okUrl: order.callbackUrl,
    failUrl: order.callbackUrl,
  };
  expect(fields.at(-1)?.[1]).toBe(formHash(signed, "12345678"));
});

test("MbrId comes from the catalogue; throws a TypeError for a bank without one", () => {
  const katilim = { ...shop, bank: "ziraat_katilim" };
  expect(handoff(order, card, katilim).fields[0]).toEqual(["MbrId", "12"]);
  expect(treeFor({ kind: "inquire", ...buildPlacedOrder(orderId) }, katilim)).toMatchObject({ MbrId: "12" });
  expect(() => handoff(order, card, { ...shop, bank: "isbank" })).toThrow(TypeError);
});

test("a capture names the guid in place of card, amount and installments", () => {
  expect(treeFor({ kind: "capture", order, proofs: { requestGuid: "1000000081255931" } })).toEqual({
    RequestGuid: "1000000081255931",
    UserCode: "API_USER",
    UserPass: "Ş&<1",
    OrderId: orderId,
    SecureType: "3DModelPayment",
  });
});

test("void, credit, inquiry and history name the order; only the credit names an amount", () => {
  const credentials = {
    MerchantId: "085300000009704",
    UserCode: "API_USER",
    UserPass: "Ş&<1",
    MbrId: "5",
    Lang: "tr",
  };
  const booked = { ...credentials, OrgOrderId: orderId, SecureType: "NonSecure", Currency: "949" };
  expect(treeFor({ kind: "void", ...buildPlacedOrder(orderId), amountKurus: 100n })).toEqual({
    ...booked,
    TxnType: "Void",
  });
  expect(treeFor({ kind: "credit", ...buildPlacedOrder(orderId), amountKurus: 5n, refundKey: "R" })).toEqual({
    ...booked,
    TxnType: "Refund",
    PurchAmount: "0.05",
  });
  expect(treeFor({ kind: "inquire", ...buildPlacedOrder(orderId) })).toEqual({
    ...credentials,
    OrgOrderId: orderId,
    SecureType: "Inquiry",
    TxnType: "OrderInquiry",
  });
  expect(treeFor({ kind: "history", ...buildPlacedOrder(orderId) })).toEqual({
    ...credentials,
    OrderId: orderId,
    SecureType: "Report",
    TxnType: "TxnHistory",
  });
});

test("the document is encoded in UTF-8 and declares it", () => {
  const { url, headers, body } = encode({ kind: "inquire", ...buildPlacedOrder(orderId) }, shop);
  expect(url).toBe("https://bank.example/XMLGate.aspx");
  expect(headers).toEqual({ "content-type": "text/xml; charset=utf-8" });
  const text = Buffer.from(body).toString("utf8");
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?><PayforRequest>/);
  expect(text).toContain("<UserPass>Ş&amp;&lt;1</UserPass>");
});

test("throws a TypeError for prepare and resolve, which the protocol does not have", () => {
  expect(() => encode({ kind: "prepare", order, card }, shop)).toThrow(TypeError);
  expect(() => encode({ kind: "resolve", order, proofs: {} }, shop)).toThrow(TypeError);
});
