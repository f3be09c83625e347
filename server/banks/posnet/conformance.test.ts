import type { Operation, ReturnFields } from "@/server/banks/bank";
import type { XmlContent } from "@/server/banks/wire";
import { showRecords } from "@/server/testing/banks/order-records";
import {
  account,
  answerText,
  card,
  laterOrderId,
  macAccount,
  macOrder,
  order,
  proofs,
} from "@/server/testing/banks/posnet-order";
import { bankConformance } from "../conformance/conformance";
import { chargeMac, type MacOrder, resolveMac } from "./hash";
import { posnet } from "./index";

type How = "done" | "refused" | "contradictory";

const key = "031141873090000201";
const prepared = { data1: "AEFE78BFC852867FF570", data2: "69D04861340091B7014B", sign: "9998F61E1D0C0FB6" };

const callback = (): ReturnFields => [
  ...Object.entries(proofs),
  ["CCPrefix", "450634"],
  ["TranType", "Sale"],
  ["Amount", "125050"],
  ["Xid", order.orderId],
  ["MerchantId", account.merchantId],
];

/** Signs the given elements, whatever their values. */
function sign(elements: ReturnFields): ReturnFields {
  const read = (name: string) => elements.find((element) => element[0] === name)?.[1] ?? "";
  const content = { xid: read("xid"), amount: read("amount"), currency: read("currency") };
  const others = elements.filter(([name]) => name !== "mac");
  return [...others, ["mac", resolveMac(read("mdStatus"), content, macAccount)]];
}

const elements = (status: string): ReturnFields =>
  sign([
    ["xid", order.orderId],
    ["amount", "125050"],
    ["currency", "TL"],
    ["installment", "03"],
    ["point", "0"],
    ["pointAmount", "0"],
    ["txStatus", status === "1" ? "Y" : "N"],
    ["mdStatus", status],
    ["mdErrorMessage", status === "1" ? "" : "Doğrulama yapılamadı"],
  ]);

const write = (content: ReturnFields): string =>
  answerText([...head("1"), ["oosResolveMerchantDataResponse", content]]);

const head = (approved: string, code = "", text = ""): XmlContent => [
  ["approved", approved],
  ["respCode", code],
  ["respText", text],
];

const refused = head("0", "0051", "RED-YETERSIZ BAKIYE 0051");

function buildContent(operation: Operation, how: How): XmlContent {
  switch (operation.kind) {
    case "prepare":
      return prepareContent(how);
    case "resolve":
      return resolveContent(how);
    case "capture":
      return captureContent(how);
    case "void":
    case "credit":
      return how === "refused" ? refused : [...head(how === "done" ? "1" : "2", ""), ["hostlogkey", key]];
    case "inquire":
      return listContent(how);
    case "history":
      return how === "refused" ? head("0", "0123", "ORJINAL ISLEM BULUNAMADI") : listContent(how);
  }
}

const prepareContent = (how: How): XmlContent =>
  how === "refused"
    ? refused
    : [...head("1", how === "done" ? "" : "0051"), ["oosRequestDataResponse", Object.entries(prepared)]];

const resolveContent = (how: How): XmlContent =>
  how === "refused"
    ? head("0", "E216", "Mac Doğrulama hatalı")
    : [...head(how === "done" ? "1" : "0"), ["oosResolveMerchantDataResponse", elements("1")]];

/** Builds the answer to a capture. A refusal's mac is over an empty key. */
const captureContent = (how: How, charged: MacOrder = macOrder): XmlContent =>
  how === "refused"
    ? [...refused, ["mac", chargeMac("", charged, macAccount)]]
    : [
        ...head(how === "done" ? "1" : "0", how === "done" ? "" : "0051"),
        ["mac", chargeMac(key, charged, macAccount)],
        ["hostlogkey", key],
        ["authCode", "418730"],
      ];

/** Builds a list of transactions. The contradictory one has a void and the same sale twice, both counting. */
function listContent(how: How): XmlContent {
  const sale = listed("Sale", how === "refused" ? "0" : "1");
  const list = how === "contradictory" ? [listed("Reverse", "1"), sale, sale] : [sale];
  return [...head("1"), ["transactions", list]];
}

const listed = (state: string, txnStatus: string): XmlContent[number] => [
  "transaction",
  [
    ["orderID", laterOrderId],
    ["ccno", "4506 34** **** 8942"],
    ["amount", "1250,50"],
    ["currencyCode", "TL"],
    ["authCode", "418730"],
    ["tranDate", "2026-11-20 12:00:00.000"],
    ["state", state],
    ["txnStatus", txnStatus],
    ["hostlogkey", key],
  ],
];

const foreign = (operation: Operation): string => {
  const another = { ...macOrder, xid: "ORDER000000000000009" };
  return operation.kind === "capture"
    ? answerText(captureContent("done", another))
    : answerText(buildContent(operation, "done")).replaceAll(order.orderId, another.xid);
};

bankConformance({
  bank: posnet,
  account,
  order,
  card,
  prepared,
  callback,
  sign,
  answerForAnotherOrder: foreign,
  statuses: {
    authenticated: "1",
    others: ["0", "2", "3", "4", "5", "6", "7", "8", "9", "", "01", "11"],
  },
  names: {
    status: "mdStatus",
    orderId: "xid",
    amount: "amount",
    currency: "currency",
    installment: "installment",
    signature: "mac",
    unsigned: ["installment", "point", "pointAmount", "txStatus", "mdErrorMessage"],
    mandatory: ["xid", "amount", "currency", "mdStatus", "mac"],
  },
  resolution: {
    fields: Object.keys(proofs),
    informative: { orderId: "Xid", amount: "Amount" },
    elements,
    sign,
    write,
  },
  operationsWithoutOrderId: ["prepare", "void", "credit"],
  answer: (operation, how) => answerText(buildContent(operation, how)),
  records: (lookUp, transactions) => showRecords.posnet(lookUp, order.orderId, transactions),
});
