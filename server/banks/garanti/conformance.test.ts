import type { Operation, ReturnFields } from "@/server/banks/bank";
import { buildXml, type XmlContent } from "@/server/banks/wire";
import { trustCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";
import { showRecords } from "@/server/testing/banks/order-records";
import { bankConformance } from "../conformance/conformance";
import { returnHash, returnHashParams } from "./hash";
import { garanti } from "./index";

const account = {
  bank: "garanti",
  merchantId: "7000679",
  terminalNo: "30691298",
  user: "PROVAUT",
  password: new Secret("PASSWORD&1"),
  refundUser: { name: "PROVRFN", password: new Secret("ANOTHER<2") },
  storeKey: new Secret("4b45593a5445"),
  isTest: true,
  endpoints: { gate: "https://bank.example/servlet/gt3dengine", api: "https://bank.example/VPServlet" },
};

const order = {
  orderId: "ABCDEFGHJK23456789ZZ",
  amountKurus: 125050n,
  installment: 3,
  language: "tr",
  callbackUrl: "https://pay.example/3ds/callback/token",
  nonce: "nonce-1",
  buyerIp: "192.0.2.1",
} as const;

const card = trustCard({
  pan: new Secret("4282209004348015"),
  expireMonth: "12",
  expireYear: "30",
  cv2: new Secret("987"),
});

/** All posted fields except the card. */
const echoed: ReturnFields = garanti
  .buildBankForm(order, card, account)
  .fields.filter(([name]) => !name.startsWith("card"));

const sign = (fields: ReturnFields): ReturnFields => {
  const values = new Map(fields.map(([name, value]) => [name, value]));
  const hash = returnHash((name) => values.get(name) ?? "", account.storeKey.reveal());
  return [...fields.filter(([name]) => name !== "hash"), ["hash", hash]];
};

const outcome = (status: string): ReturnFields => [
  ["clientid", account.terminalNo],
  ["oid", order.orderId],
  ["authcode", ""],
  ["procreturncode", ""],
  ["response", ""],
  ["mdstatus", status],
  ["cavv", status === "1" ? "xgRlQDz4AAAAAAAAAAAAAAAAAAA=" : ""],
  ["eci", status === "1" ? "02" : ""],
  ["md", "aW5kZXg6MDJ6LjAI5iAcKf/ilXjYIOnTh4t+deHrtwO8ze7tPTL1YCDcBe8K"],
  ["rnd", "kW094tPzNEhqORzzCsLB"],
  ["xid", "f3ec4783-f48c-475c-a59c-ab25f3170ec5"],
  ["hashparams", returnHashParams],
];

const additional: ReturnFields = [
  ["mderrormessage", "Y-status/Doğrulandı"],
  ["txnstatus", ""],
  ["errmsg", ""],
  ["hostmsg", ""],
  ["transid", order.orderId],
  ["hostrefnum", ""],
  ["hashparamsval", "anything"],
  ["MaskedPan", "42822090****8015"],
];

const callback = (status: string): ReturnFields => sign([...echoed, ...outcome(status), ...additional]);

type How = "done" | "refused" | "contradictory";

/** The amount in kuruş. */
const kurus = String(order.amountKurus);

function buildContent(operation: Operation, how: How): XmlContent {
  if (operation.kind === "inquire") return answered("approved", statusContent(how));
  if (operation.kind === "history") {
    return how === "refused" ? answered("refused", []) : answered("approved", historyContent(how));
  }
  return answered(how === "done" ? "approved" : how, []);
}

function answered(how: "approved" | "refused" | "contradictory", found: XmlContent): XmlContent {
  const response: XmlContent = [
    ["Source", "HOST"],
    ["Code", how === "refused" ? "51" : "00"],
    ["ReasonCode", how === "approved" ? "00" : "51"],
    ["Message", how === "approved" ? "Approved" : "Declined"],
    ["ErrorMsg", how === "approved" ? "" : "İşlem reddedildi"],
  ];
  return [
    ["Order", [["OrderID", order.orderId], ["GroupID", ""], ...found]],
    [
      "Transaction",
      [
        ["Response", response],
        ["RetrefNum", "325300733333"],
        ["AuthCode", "304919"],
      ],
    ],
  ];
}

const statusContent = (how: How): XmlContent => [
  [
    "OrderInqResult",
    [
      ["ChargeType", "S"],
      ["AuthAmount", how === "refused" ? "0" : kurus],
      ["Status", how === "refused" ? "DECLINED" : "APPROVED"],
      ["Code", how === "done" ? "00" : "51"],
      ["RetrefNum", "325300733333"],
      ["AuthCode", "304919"],
    ],
  ],
];

const historyContent = (how: How): XmlContent => {
  const line: XmlContent = [
    ["Type", "sales"],
    ["Status", "00"],
    ["AuthAmount", kurus],
    ["ReturnCode", how === "contradictory" ? "51" : "00"],
    ["CurrencyCode", "949"],
  ];
  return [["OrderHistInqResult", [["OrderTxnList", [["OrderTxn", line]]]]]];
};

bankConformance({
  bank: garanti,
  account,
  order,
  card,
  statuses: { authenticated: "1", others: ["0", "2", "3", "4", "5", "6", "7", "8", "9"] },
  names: {
    status: "mdstatus",
    orderId: "oid",
    amount: "txnamount",
    currency: "txncurrencycode",
    installment: "txninstallmentcount",
    signature: "hash",
    // The xid is not signed; the bank checks it in the capture.
    unsigned: ["xid", ...additional.map(([name]) => name)],
    mandatory: [...echoed, ...outcome("1")]
      .map(([name]) => name)
      .filter((name) => name !== "secure3dhash" && name !== "lang")
      .concat("hash"),
  },
  hasNoNonce: true,
  callback,
  sign,
  answer: (operation, how) =>
    Buffer.from(buildXml("GVPSResponse", buildContent(operation, how), "utf-8")).toString("utf8"),
  records: (lookUp, transactions) => showRecords.garanti(lookUp, order.orderId, transactions),
});
