import type { Protocol } from "@/server/banks/bank";
import type { BookedTransaction, LookUp } from "@/server/banks/conformance/conformance-subject";
import { buildXml, type XmlContent } from "@/server/banks/wire";
import { decimalText } from "@/server/domain/money";

// How each bank shows the transactions of an order in an inquiry and in a history (B-7.6). This is written from the
// description of the protocols, apart from the simulated banks.

type Transactions = readonly BookedTransaction[];

/** Builds the text of a look-up's answer for an order with these transactions, oldest first. */
export type ShowRecords = (lookUp: LookUp, orderId: string, transactions: Transactions) => string;

const toText = (root: string, content: XmlContent): string =>
  Buffer.from(buildXml(root, content, "utf-8")).toString("utf8");

/** Returns the Istanbul time of the transaction at an index; each is a minute after the one before. */
const timeAt = (index: number): string => `2026-11-20 12:${String(index).padStart(2, "0")}:00.000`;

const isRefused = ({ state }: BookedTransaction): boolean => state === "refused";
const isVoided = ({ state }: BookedTransaction): boolean => state === "voided";

/** NestPay: an inquiry shows the newest transaction. A void changes the state of the transaction that it undid. */
function showNestpay(lookUp: LookUp, orderId: string, transactions: Transactions): string {
  const head: XmlContent = [
    ["OrderId", orderId],
    ["Response", "Approved"],
    ["ProcReturnCode", "00"],
  ];
  const facts = transactions.map((one, index) => nestpayFacts(one, index));
  const extra: XmlContent =
    lookUp === "history"
      ? [
          ["TRXCOUNT", String(facts.length)],
          ...facts.map((fact, index) => [`TRX${index + 1}`, Object.values(fact).join("\t")] as const),
        ]
      : [["ORD_ID", orderId], ...Object.entries(facts.at(-1) ?? {}).filter(([, text]) => text !== "")];
  return toText("CC5Response", [...head, ["Extra", extra]]);
}

/** The elements of a status in the order in which a line of the history has them. */
const nestpayFacts = (one: BookedTransaction, index: number) => ({
  CHARGE_TYPE_CD: one.kind === "credit" ? "C" : "S",
  TRANS_STAT: isRefused(one) ? "D" : isVoided(one) ? "V" : "C",
  ORIG_TRANS_AMT: one.amountKurus.toString(),
  CAPTURE_AMT: isRefused(one) ? "" : one.amountKurus.toString(),
  AUTH_DTTM: timeAt(index),
  CAPTURE_DTTM: isRefused(one) ? "" : timeAt(index),
  VOID_DTTM: isVoided(one) ? timeAt(index + 1) : "",
  HOST_REF_NUM: `32530073333${index}`,
  AUTH_CODE: isRefused(one) ? "" : `P1855${index}`,
  PROC_RET_CD: isRefused(one) ? "51" : "00",
  TRANS_ID: `26324T${index}`,
});

/** Garanti: an inquiry shows the sale, whatever happened to it. A history lists voids too, without their target. */
function showGaranti(lookUp: LookUp, orderId: string, transactions: Transactions): string {
  const sales = transactions.filter(({ kind }) => kind === "sale");
  const shown = sales.find((one) => !isRefused(one)) ?? sales.at(-1);
  const found: XmlContent =
    lookUp === "history"
      ? [["OrderHistInqResult", [["OrderTxnList", transactions.flatMap(garantiLines)]]]]
      : [["OrderInqResult", shown ? garantiStatus(shown) : []]];
  const response: XmlContent = [
    ["Source", "GVPS"],
    ["Code", "00"],
    ["Message", "Approved"],
  ];
  return toText("GVPSResponse", [
    ["Order", [["OrderID", orderId], ...found]],
    ["Transaction", [["Response", response]]],
  ]);
}

const garantiStatus = (one: BookedTransaction): XmlContent => [
  ["ChargeType", "S"],
  ["PreAuthAmount", "0"],
  ["AuthAmount", isRefused(one) ? "0" : one.amountKurus.toString()],
  ["AuthDate", isRefused(one) ? "" : timeAt(0)],
  ["Status", isRefused(one) ? "DECLINED" : "APPROVED"],
  ["Code", isRefused(one) ? "51" : "00"],
];

const garantiLines = (one: BookedTransaction): XmlContent => {
  const line = (type: string, voidDate: string): XmlContent[number] => [
    "OrderTxn",
    [
      ["Type", type],
      ["Status", isRefused(one) ? "51" : "00"],
      ["AuthAmount", one.amountKurus.toString()],
      ["AuthDate", isRefused(one) ? "" : "20261120"],
      ["VoidDate", voidDate],
      ["ReturnCode", isRefused(one) ? "51" : "00"],
      ["CurrencyCode", isRefused(one) ? "0" : "949"],
    ],
  ];
  const own = line(one.kind === "sale" ? "sales" : "refund", isVoided(one) ? "20261120" : "");
  return isVoided(one) ? [own, line("void", "20261120")] : [own];
};

/** PosNet: both look-ups list everything, the newest first. An undone credit is listed like a refused one. */
function showPosnet(_lookUp: LookUp, orderId: string, transactions: Transactions): string {
  const lines = transactions.flatMap((one) => {
    const counts = !isRefused(one) && !(isVoided(one) && one.kind === "credit");
    const own = { state: one.kind === "sale" ? "Sale" : "Return", counts, amountKurus: one.amountKurus };
    return isVoided(one) ? [own, { ...own, state: "Reverse", counts: true }] : [own];
  });
  const elements = lines.map(({ state, counts, amountKurus }, index): XmlContent[number] => [
    "transaction",
    [
      ["orderID", `TDSC${orderId}`],
      ["amount", decimalText(amountKurus).replace(".", ",")],
      ["currencyCode", "TL"],
      ["authCode", counts ? "418730" : ""],
      ["tranDate", timeAt(index)],
      ["state", state],
      ["txnStatus", counts ? "1" : "0"],
      ["hostlogkey", `03114187309000020${index}`],
    ],
  ]);
  return toText("posnetResponse", [
    ["approved", "1"],
    ["transactions", elements.toReversed()],
  ]);
}

/**
 * PayFor: an inquiry shows the newest transaction; a void changes the record of what it undid, and in a history has a
 * record of its own.
 */
function showPayfor(lookUp: LookUp, orderId: string, transactions: Transactions): string {
  const creditedKurus = transactions
    .filter(({ kind, state }) => kind === "credit" && state === "done")
    .reduce((sum, { amountKurus }) => sum + amountKurus, 0n);
  const records = transactions.map((one, index) => {
    const refundedKurus = one.kind === "credit" ? one.amountKurus : isRefused(one) ? 0n : creditedKurus;
    return { one, record: payforRecord(orderId, one, index, refundedKurus) };
  });
  if (lookUp === "inquire") return toText("PayforResponse", records.at(-1)?.record ?? []);
  const listed = records.flatMap(({ one, record }) =>
    isVoided(one) ? [record, payforVoid(orderId, one, transactions.length)] : [record],
  );
  return toText(
    "TxnHistoryReport",
    listed.map((record) => ["PaymentRequestExtended", [["PaymentRequest", record]]]),
  );
}

const payforRecord = (orderId: string, one: BookedTransaction, index: number, refundedKurus: bigint): XmlContent => [
  ["InsertDatetime", timeAt(index)],
  ["OrderId", orderId],
  ["OrgOrderId", one.kind === "credit" ? orderId : ""],
  ["PurchAmount", decimalText(one.amountKurus)],
  ["Currency", "949"],
  ["TxnType", one.kind === "sale" ? "Auth" : "Refund"],
  ["TxnStatus", isRefused(one) ? "N" : isVoided(one) ? "V" : "Y"],
  ["ProcReturnCode", isRefused(one) ? "51" : "00"],
  ["F37", `32601120836${index}`],
  ["IsVoided", String(isVoided(one))],
  ["RefundedAmount", refundedKurus === 0n ? "0" : decimalText(refundedKurus)],
];

const payforVoid = (orderId: string, one: BookedTransaction, index: number): XmlContent => [
  ["InsertDatetime", timeAt(index)],
  ["OrderId", orderId],
  ["OrgOrderId", orderId],
  ["PurchAmount", decimalText(one.amountKurus)],
  ["Currency", "949"],
  ["TxnType", "Void"],
  ["OrgTxnType", one.kind === "sale" ? "Auth" : "Refund"],
  ["TxnStatus", "Y"],
  ["ProcReturnCode", "00"],
];

export const showRecords: Readonly<Record<Protocol, ShowRecords>> = {
  nestpay: showNestpay,
  garanti: showGaranti,
  posnet: showPosnet,
  payfor: showPayfor,
};
