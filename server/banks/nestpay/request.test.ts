import { expect, test } from "vitest";
import { parseXml } from "@/server/banks/wire";
import { trustCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";
import { buildPlacedOrder } from "../conformance/conformance-subject";
import { toTree } from "../vectors/vector";
import { hashVersion3 } from "./hash";
import { chooseVoidTarget, encode, handoff } from "./request";

const account = {
  bank: "isbank",
  merchantId: "700655000200",
  terminalNo: "",
  user: "API",
  password: new Secret("Ş&<1"),
  storeKey: new Secret("KEY"),
  endpoints: { gate: "https://bank.example/gate", api: "https://bank.example/api" },
};
const order = {
  orderId: "ABCDEFGHJK23456789ZZ",
  amountKurus: 100n,
  installment: 1,
  language: "en",
  callbackUrl: "https://pay.example/cb",
  nonce: "n1",
  buyerIp: "192.0.2.1",
} as const;
const card = trustCard({
  pan: new Secret("4546711234567894"),
  expireMonth: "01",
  expireYear: "30",
  cv2: new Secret("000"),
});
const treeFor = (operation: Parameters<typeof encode>[0]) => toTree(parseXml(encode(operation, account).body));
const credentials = { Name: "API", Password: "Ş&<1", ClientId: "700655000200" };

test("the form contains the order, the card, one address for success and failure, and a hash over all fields", () => {
  const { action, fields } = handoff(order, card, account);
  expect(action).toBe("https://bank.example/gate");
  expect(fields).toEqual([
    ["clientid", "700655000200"],
    ["storetype", "3d"],
    ["amount", "1.00"],
    ["oid", order.orderId],
    ["okUrl", "https://pay.example/cb"],
    ["failUrl", "https://pay.example/cb"],
    ["rnd", "n1"],
    ["currency", "949"],
    ["taksit", ""],
    ["TranType", "Auth"],
    ["lang", "en"],
    ["hashAlgorithm", "ver3"],
    ["pan", "4546711234567894"],
    ["Ecom_Payment_Card_ExpDate_Month", "01"],
    ["Ecom_Payment_Card_ExpDate_Year", "30"],
    ["cv2", "000"],
    ["hash", hashVersion3(fields.slice(0, -1), "KEY")],
  ]);
});

test("a capture contains the stored amount, and the proofs in place of the card", () => {
  const proofs = { md: "454671:AA:1:", xid: "X=", eci: "05", cavv: "C=" };
  const capture = treeFor({ kind: "capture", order: { ...order, installment: 6 }, proofs });
  expect(capture).toEqual({
    ...credentials,
    Type: "Auth",
    IPAddress: "192.0.2.1",
    OrderId: order.orderId,
    Total: "1.00",
    Currency: "949",
    Taksit: "6",
    Number: "454671:AA:1:",
    PayerTxnId: "X=",
    PayerSecurityLevel: "05",
    PayerAuthenticationCode: "C=",
    Mode: "P",
  });
});

test("a void names the sale's TransId, or the order when the TransId is unknown or the bank accepts only the order", () => {
  const { orderId } = order;
  const known = buildPlacedOrder(orderId);
  const { transactionId } = known.references;
  const byTransaction = { ...credentials, Type: "Void", TransId: transactionId };
  expect(treeFor({ kind: "void", ...known, amountKurus: 100n })).toEqual(byTransaction);
  const unnamed = { ...known, references: { ...known.references, transactionId: null } };
  const byOrder = { ...credentials, Type: "Void", OrderId: orderId };
  expect(treeFor({ kind: "void", ...unnamed, amountKurus: 100n })).toEqual(byOrder);
  expect(chooseVoidTarget(known, { voidsByOrder: true })).toEqual({ orderId });
  expect(chooseVoidTarget(known, {})).toEqual({ transactionId });
});

test("credit, inquiry and history name the order", () => {
  const { orderId } = order;
  expect(treeFor({ kind: "credit", ...buildPlacedOrder(orderId), amountKurus: 5n, refundKey: "R" })).toEqual({
    ...credentials,
    Type: "Credit",
    OrderId: orderId,
    Total: "0.05",
    Currency: "949",
  });
  const status = { ...credentials, OrderId: orderId, Extra: { ORDERSTATUS: "QUERY" } };
  expect(treeFor({ kind: "inquire", ...buildPlacedOrder(orderId) })).toEqual(status);
  const history = { ...credentials, OrderId: orderId, Extra: { ORDERHISTORY: "QUERY" } };
  expect(treeFor({ kind: "history", ...buildPlacedOrder(orderId) })).toEqual(history);
});

test("the document is encoded in ISO-8859-9 and declares it", () => {
  const { url, headers, body } = encode({ kind: "inquire", ...buildPlacedOrder(order.orderId) }, account);
  expect(url).toBe("https://bank.example/api");
  expect(headers).toEqual({ "content-type": "text/xml; charset=ISO-8859-9" });
  const text = Buffer.from(body).toString("latin1");
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="ISO-8859-9"\?><CC5Request>/);
  expect(text).toContain("<Password>\u00de&amp;&lt;1</Password>");
});

test("throws a TypeError for prepare, which the protocol does not have", () => {
  expect(() => encode({ kind: "prepare", order, card }, account)).toThrow(TypeError);
});
