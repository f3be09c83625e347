import { expect, test } from "vitest";
import type { Operation } from "@/server/banks/bank";
import { parseXml, type XmlElement } from "@/server/banks/wire";
import { trustCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";
import { buildPlacedOrder } from "../conformance/conformance-subject";
import { toTree } from "../vectors/vector";
import { handoff } from "./form";
import { formHash, requestHash, securityData } from "./hash";
import { encode } from "./request";

const account = {
  bank: "garanti",
  merchantId: "7000679",
  terminalNo: "30691298",
  user: "PROVAUT",
  password: new Secret("Ş&<1"),
  refundUser: { name: "PROVRFN", password: new Secret("Refund<2") },
  storeKey: new Secret("KEY"),
  isTest: true,
  endpoints: { gate: "https://bank.example/gate", api: "https://bank.example/api" },
};
const order = {
  orderId: "ABCDEFGHJK23456789ZZ",
  amountKurus: 100n,
  installment: 1,
  language: "en",
  callbackUrl: "https://pay.example/cb",
  nonce: "n1",
  buyerIp: "2001:db8::1",
} as const;
const { orderId } = order;
const card = trustCard({
  pan: new Secret("4282209004348015"),
  expireMonth: "01",
  expireYear: "30",
  cv2: new Secret("000"),
});
const sale = securityData("Ş&<1", "30691298");
const refund = securityData("Refund<2", "30691298");
const proofs = { md: "M=", xid: "X=", eci: "02", cavv: "C=" };

const rootFor = (operation: Operation, shop: Parameters<typeof encode>[1] = account) =>
  parseXml(encode(operation, shop).body);
const treeFor = (operation: Operation) => toTree(rootFor(operation)) as Record<string, unknown>;

const hashed = (amount: string, security: string) =>
  requestHash({ orderId, terminalId: "30691298", cardNumber: "", amount, currency: "949" }, security);
const head = (user: string, hash: string, ip = "192.0.2.1") => ({
  Mode: "TEST",
  Version: "512",
  Terminal: { ProvUserID: user, UserID: user, HashData: hash, ID: "30691298", MerchantID: "7000679" },
  Customer: { IPAddress: ip },
  Order: { OrderID: orderId },
});

test("the form contains the order, the card, one address for success and failure, and a hash over all but the card", () => {
  const { action, fields } = handoff(order, card, account);
  expect(action).toBe("https://bank.example/gate");
  const signed = {
    terminalId: "30691298",
    orderId,
    amount: "100",
    currency: "949",
    type: "sales",
    installment: "",
    successUrl: "https://pay.example/cb",
    errorUrl: "https://pay.example/cb",
  };
  expect(fields).toEqual([
    ["secure3dsecuritylevel", "3D"],
    ["mode", "TEST"],
    ["apiversion", "512"],
    ["terminalprovuserid", "PROVAUT"],
    ["terminaluserid", "PROVAUT"],
    ["terminalmerchantid", "7000679"],
    ["terminalid", "30691298"],
    ["txntype", "sales"],
    ["txnamount", "100"],
    ["txncurrencycode", "949"],
    ["txninstallmentcount", ""],
    ["orderid", orderId],
    ["successurl", "https://pay.example/cb"],
    ["errorurl", "https://pay.example/cb"],
    ["customeripaddress", "2001:db8::1"],
    ["lang", order.language],
    ["cardnumber", "4282209004348015"],
    ["cardexpiredatemonth", "01"],
    ["cardexpiredateyear", "30"],
    ["cardcvv2", "000"],
    ["secure3dhash", formHash(signed, "KEY", sale)],
  ]);
});

test("a shop that is not on the test system sends the mode PROD in forms and messages", () => {
  const { isTest, ...live } = account;
  for (const shop of [live, { ...account, isTest: false }]) {
    expect(handoff(order, card, shop).fields).toContainEqual(["mode", "PROD"]);
    expect(toTree(rootFor({ kind: "inquire", ...buildPlacedOrder(orderId) }, shop))).toMatchObject({
      Mode: "PROD",
    });
  }
});

test("a capture contains the stored amount, and the proofs in place of the card", () => {
  expect(treeFor({ kind: "capture", order: { ...order, installment: 6 }, proofs })).toEqual({
    ...head("PROVAUT", hashed("100", sale), "2001:db8::1"),
    Transaction: {
      Type: "sales",
      InstallmentCnt: "6",
      Amount: "100",
      CurrencyCode: "949",
      CardholderPresentCode: "13",
      MotoInd: "N",
      Secure3D: { AuthenticationCode: "C=", SecurityLevel: "02", TxnID: "X=", Md: "M=" },
    },
  });
});

const common = { InstallmentCnt: "", CurrencyCode: "949", CardholderPresentCode: "0", MotoInd: "N" };

test("void and credit contain the refund user, whose password signs them, and the sale's reference", () => {
  const OriginalRetrefNum = "325300733333";
  expect(treeFor({ kind: "void", ...buildPlacedOrder(orderId), amountKurus: 12345n })).toEqual({
    ...head("PROVRFN", hashed("100", refund)),
    Transaction: { ...common, Type: "void", Amount: "100", OriginalRetrefNum },
  });
  expect(treeFor({ kind: "credit", ...buildPlacedOrder(orderId), amountKurus: 5n, refundKey: "R" })).toEqual({
    ...head("PROVRFN", hashed("5", refund)),
    Transaction: { ...common, Type: "refund", Amount: "5", OriginalRetrefNum },
  });
});

test("void and credit name only the order when the sale's reference is unknown", () => {
  const references = { authCode: null, rrn: null, transactionId: null };
  for (const kind of ["void", "credit"] as const) {
    const operation = { kind, ...buildPlacedOrder(orderId), references, amountKurus: 5n, refundKey: "R" };
    expect(treeFor(operation).Transaction).not.toHaveProperty("OriginalRetrefNum");
  }
});

test("a shop with only one user voids and credits with it", () => {
  const { refundUser, ...single } = account;
  const tree = toTree(
    rootFor({ kind: "credit", ...buildPlacedOrder(orderId), amountKurus: 5n, refundKey: "R" }, single),
  );
  expect(tree).toMatchObject({ Terminal: { ProvUserID: "PROVAUT", HashData: hashed("5", sale) } });
});

test("inquiry and history name the order and contain the fixed amount", () => {
  expect(treeFor({ kind: "inquire", ...buildPlacedOrder(orderId) })).toEqual({
    ...head("PROVAUT", hashed("100", sale)),
    Transaction: { ...common, Type: "orderinq", Amount: "100" },
  });
  expect(treeFor({ kind: "history", ...buildPlacedOrder(orderId) })).toEqual({
    ...head("PROVAUT", hashed("100", sale)),
    Transaction: { ...common, Type: "orderhistoryinq", Amount: "100" },
  });
});

const namesIn = ({ name, children }: XmlElement): string =>
  children.length === 0 ? name : `${name}(${children.map(namesIn).join(" ")})`;

test("elements are in the order that the gateway requires", () => {
  const root = rootFor({ kind: "capture", order, proofs });
  expect(root && namesIn(root)).toBe(
    "GVPSRequest(Mode Version Terminal(ProvUserID UserID HashData ID MerchantID) Customer(IPAddress) " +
      "Order(OrderID) Transaction(Type InstallmentCnt Amount CurrencyCode CardholderPresentCode MotoInd " +
      "Secure3D(AuthenticationCode SecurityLevel TxnID Md)))",
  );
  const voided = rootFor({ kind: "void", ...buildPlacedOrder(orderId), amountKurus: 1n });
  expect(voided && namesIn(voided)).toMatch(
    /Transaction\(Type InstallmentCnt Amount CurrencyCode CardholderPresentCode MotoInd OriginalRetrefNum\)\)$/,
  );
});

test("the document is encoded in UTF-8, declares it, and contains no password", () => {
  const { url, headers, body } = encode({ kind: "void", ...buildPlacedOrder(orderId), amountKurus: 1n }, account);
  expect(url).toBe("https://bank.example/api");
  expect(headers).toEqual({ "content-type": "text/xml; charset=UTF-8" });
  const text = Buffer.from(body).toString("utf8");
  expect(text).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?><GVPSRequest>/);
  expect(text).not.toMatch(/Refund|Ş/);
});

test("throws a TypeError for prepare and resolve, which the protocol does not have", () => {
  expect(() => encode({ kind: "prepare", order, card }, account)).toThrow(TypeError);
  expect(() => encode({ kind: "resolve", order, proofs }, account)).toThrow(TypeError);
});
