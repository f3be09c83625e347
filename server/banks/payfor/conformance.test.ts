import type { Operation, ReturnFields } from "@/server/banks/bank";
import { buildXml, type XmlContent } from "@/server/banks/wire";
import { trustCard } from "@/server/domain/payments/card-form";
import { Secret } from "@/server/domain/secret";
import { showRecords } from "@/server/testing/banks/order-records";
import { account, change, order, realReturn, signReturn } from "@/server/testing/banks/payfor-order";
import { bankConformance } from "../conformance/conformance";
import { payfor } from "./index";

const card = trustCard({
  pan: new Secret("4155650100416111"),
  expireMonth: "12",
  expireYear: "30",
  cv2: new Secret("987"),
});

const callback = (status: string): ReturnFields =>
  signReturn(
    change(realReturn("payfor-callback-01"), {
      "3DStatus": status,
      ProcReturnCode: status === "1" ? "V033" : "V034",
    }),
  );

type How = "done" | "refused" | "contradictory";

function buildContent(operation: Operation, how: How): { root: string; content: XmlContent } {
  const root = "PayforResponse";
  if (operation.kind === "inquire") return { root, content: record("Auth", how) };
  if (operation.kind !== "history") return { root, content: answer(how) };
  if (how === "refused") return { root, content: answer(how) };
  // The contradictory history contains a voided sale without its void.
  const sale = [["PaymentRequest", record("Auth", how)]] as const;
  return { root: "TxnHistoryReport", content: [["PaymentRequestExtended", sale]] };
}

const answer = (how: How): XmlContent => [
  ["AuthCode", "S31432"],
  ["ProcReturnCode", how === "done" ? "00" : "51"],
  ...(how === "contradictory" ? [["ProcReturnCode", "00"] as const] : []),
  ["TransId", order.orderId],
  ["ErrMsg", "İşlem"],
];

const record = (type: string, how: How): XmlContent => [
  ["InsertDatetime", "22.11.2026 11:12:13"],
  ["OrderId", order.orderId],
  ["PurchAmount", "1250.50"],
  ["Currency", "949"],
  ["TxnType", type],
  ["TxnStatus", how === "done" ? "Y" : how === "refused" ? "N" : "V"],
  ["ProcReturnCode", how === "refused" ? "51" : "00"],
  ["IsVoided", "false"],
];

const echoed = "MbrId MerchantID OrderId SecureType PurchAmount Currency OkUrl FailUrl Hash TxnType";
const signed = "InstallmentCount Rnd 3DStatus AuthCode ProcReturnCode ResponseRnd ResponseHash";
const verified = [...echoed.split(" "), ...signed.split(" ")];

bankConformance({
  bank: payfor,
  account,
  order,
  card,
  statuses: { authenticated: "1", others: ["-1", "0", "2", "3", "4", "9", ""] },
  names: {
    status: "3DStatus",
    orderId: "OrderId",
    amount: "PurchAmount",
    currency: "Currency",
    installment: "InstallmentCount",
    signature: "ResponseHash",
    unsigned: callback("1")
      .map(([name]) => name)
      .filter((name) => !verified.includes(name)),
    mandatory: [...verified, "Lang", "RequestGuid"],
  },
  callback,
  sign: (fields) => signReturn(fields),
  answer: (operation, how) => {
    const { root, content } = buildContent(operation, how);
    return Buffer.from(buildXml(root, content, "utf-8")).toString("utf8");
  },
  records: (lookUp, transactions) => showRecords.payfor(lookUp, order.orderId, transactions),
});
