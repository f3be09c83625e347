import type { Operation, ReturnFields } from "@/server/banks/bank";
import { buildXml, type XmlContent } from "@/server/banks/wire";
import { trustCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";
import { showRecords } from "@/server/testing/banks/order-records";
import { bankConformance } from "../conformance/conformance";
import { hashVersion3 } from "./hash";
import { nestpay } from "./index";

const account = {
  bank: "ziraat",
  merchantId: "190100000",
  terminalNo: "",
  user: "APIUSER",
  password: new Secret("PASSWORD"),
  storeKey: new Secret("TEST|1234\\"),
  endpoints: { gate: "https://bank.example/fim/est3Dgate", api: "https://bank.example/fim/api" },
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
  pan: new Secret("4546711234567894"),
  expireMonth: "12",
  expireYear: "30",
  cv2: new Secret("987"),
});

const echoed: ReturnFields = nestpay
  .buildBankForm(order, card, account)
  .fields.filter(([name]) => !["pan", "cv2", "hash"].includes(name));

const sign = (fields: ReturnFields): ReturnFields => [
  ...fields.filter(([name]) => name.toUpperCase() !== "HASH"),
  ["HASH", hashVersion3(fields, account.storeKey.reveal())],
];

const outcome = (status: string): ReturnFields => [
  ["mdStatus", status],
  ["md", "454671:E49854A3405034CB:6393:##190100000"],
  ["xid", "wSpz43MzGED+TOlB4rJW4kNtIEs="],
  ["eci", status === "1" ? "05" : ""],
  ["cavv", status === "1" ? "ABABBjRAAwAAACcQlJIhdUhABZc=" : ""],
];

const callback = (status: string): ReturnFields =>
  sign([
    ...echoed,
    ...outcome(status),
    ["mdErrorMsg", "N-status | not \\ authenticated"],
    ["merchantName", "Şirket İÖ"],
    ["maskedCreditCard", "4546 71** **** 7894"],
    ["dsId", "1"],
    ["sID", "1"],
    ["encoding", "UTF-8"],
  ]);

type How = "done" | "refused" | "contradictory";

/** The amount in kuruş, the notation of look-ups. */
const kurus = String(order.amountKurus);

function buildContent(operation: Operation, how: How): XmlContent {
  if (operation.kind === "inquire") return statusContent(how);
  if (operation.kind === "history") return historyContent(how);
  return headElements(how, how === "done" ? "00" : "51");
}

const headElements = (how: How, returnCode: string): XmlContent => [
  ["OrderId", order.orderId],
  ["Response", how === "refused" ? "Declined" : "Approved"],
  ["ProcReturnCode", returnCode],
  ["AuthCode", "P18552"],
  ["ErrMsg", "İşlem"],
];

function statusContent(how: How): XmlContent {
  const state = how === "refused" ? "D" : "C";
  const templated = how === "done" ? "C" : "D";
  const extra: XmlContent = [
    ["ORD_ID", order.orderId],
    ["CHARGE_TYPE_CD", "S"],
    ["TRANS_STAT", state],
    ["CAPTURE_AMT", kurus],
    ["PROC_RET_CD", how === "refused" ? "51" : "00"],
    ["ORDERSTATUS", `ORD_ID:${order.orderId}\tCHARGE_TYPE_CD:S\tTRANS_STAT:${templated}`],
  ];
  return [...headElements("done", "00"), ["Extra", extra]];
}

function historyContent(how: How): XmlContent {
  if (how === "refused") return headElements(how, "99");
  const line = `S\tC\t${kurus}\t${kurus}\t2026-11-20 12:00:00.000\t\t\t325300733333\tP18552\t00\tT1`;
  const count = how === "contradictory" ? "2" : "1";
  return [
    ...headElements(how, "00"),
    [
      "Extra",
      [
        ["TRXCOUNT", count],
        ["TRX1", line],
      ],
    ],
  ];
}

bankConformance({
  bank: nestpay,
  account,
  order,
  card,
  statuses: { authenticated: "1", others: ["0", "2", "3", "4", "5", "6", "7", "8", "9", "", "01", "11"] },
  names: {
    status: "mdStatus",
    orderId: "oid",
    amount: "amount",
    currency: "currency",
    installment: "taksit",
    signature: "HASH",
    unsigned: ["encoding"],
    mandatory: [...echoed, ...outcome("1")].map(([name]) => name).concat("HASH"),
  },
  callback,
  sign,
  answer: (operation, how) =>
    Buffer.from(buildXml("CC5Response", buildContent(operation, how), "utf-8")).toString("utf8"),
  records: (lookUp, transactions) => showRecords.nestpay(lookUp, order.orderId, transactions),
});
