import { createHash } from "node:crypto";
import type { XmlContent } from "@/server/banks/wire";
import { decimalText } from "@/server/domain/money";
import type { Answer } from "../answer";
import { batchNumber, dayText } from "../bank-times";
import { detectScheme } from "../cards";
import { installmentText } from "../records/installment";
import type { OrderRecord, SaleTerms, Transaction } from "../records/orders";
import type { PayforShop } from "../records/shops";
import { answerXml, notFoundTexts, recordTexts } from "./api-answers";
import { bankHomeUrl, toTerminalId } from "./shop";
import { dayAndMoment, timeText } from "./time-texts";

/** The record of an order and the terms of its sale. */
export type RecordWithTerms = OrderRecord & { readonly terms: SaleTerms | null };

/**
 * Answers `OrderInquiry` with the newest transaction of an order, also a refused one. A void has no answer of its own
 * but changes the sale's; after a refund the answer is the refund.
 */
export function answerStatus(shop: PayforShop, orderId: string, record: RecordWithTerms, now: Date): Answer {
  const newest = record.transactions.findLast(({ kind }) => kind !== "void");
  return answerXml(
    newest === undefined
      ? nothingFound(shop, orderId, ["Inquiry", "OrderInquiry"], now)
      : recordElements(shop, newest, record),
  );
}

/**
 * Answers `TxnHistory` with all transactions, oldest first; a void has a record of its own. Without a transaction the
 * answer echoes the request, including the shop's secrets, as real answers do.
 */
export function answerHistory(shop: PayforShop, orderId: string, record: RecordWithTerms, now: Date): Answer {
  const { transactions } = record;
  const records =
    transactions.length === 0
      ? [[...nothingFound(shop, orderId, ["Report", "TxnHistory"], now), ...secretElements(shop)]]
      : transactions.map((item) => recordElements(shop, item, record));
  return answerXml(records.map((elements) => ["PaymentRequestExtended", [["PaymentRequest", elements]]]));
}

/** Builds one record. Amounts have two decimals, as in all PayFor messages. */
function recordElements(shop: PayforShop, item: Transaction, record: RecordWithTerms): XmlContent {
  const { code, message } = recordTexts(item.refusal);
  const isApproved = item.refusal === null;
  const isSale = item.kind === "sale";
  const voidedAt = findVoidTime(item, record);
  const creditedKurus = sumCredited(item, record);
  const isRefunded = isSale && creditedKurus > 0n && creditedKurus === item.amountKurus;
  return [
    ["RequestGuid", isSale ? (record.terms?.proofKey ?? "") : item.transactionId],
    ["InsertDatetime", dayAndMoment(item.at)],
    ...merchantElements(shop, item.orderId),
    ["SecureType", isSale ? "3DModel" : "NonSecure"],
    ["PurchAmount", decimalText(item.amountKurus)],
    ...moneyElements,
    ["TerminalID", toTerminalId(shop)],
    ["TxnType", typeNames[item.kind]],
    ["OrgOrderId", isSale ? "" : item.orderId],
    ["CardType", detectScheme(item.maskedPan).charAt(0).toUpperCase()],
    ["Lang", "TR"],
    ["InstallmentCount", installmentText(record.terms?.installment ?? 1)],
    ...placeElements(shop),
    ["TxnStatus", toTxnStatus(isApproved, voidedAt)],
    ["ErrMsg", message],
    ["D3Status", isSale ? "1" : "-1"],
    ["TxnResult", isApproved ? "Success" : "Failed"],
    ["AuthCode", isApproved ? item.authCode : ""],
    ["ProcReturnCode", code],
    ["BatchNo", batchNumber(item.at)],
    ["VoidDate", voidedAt === null ? "" : dayText(voidedAt)],
    ["CardMask", item.maskedPan],
    ["ReqId", item.transactionId.slice(0, 8)],
    ["UsedPoint", "0"],
    ["SrcType", "VPO"],
    ["RefundedAmount", creditedKurus === 0n ? "0" : decimalText(creditedKurus)],
    ["RefundedPoint", "0"],
    ["ReqDate", dayText(item.at)],
    ["SysDate", dayText(item.at)],
    ["F11", item.rrn.slice(-6)],
    ["F37", item.rrn],
    ...countElements,
    ...voidElements(shop, voidedAt),
    ["PaymentLinkId", "0"],
    ["ArtiTaksit", "0"],
    ["PAYFORFROMXMLREQUEST", "1"],
    ["IsVoided", String(voidedAt !== null)],
    ["IsRefunded", String(isRefunded)],
    ["TrxDate", dayAndMoment(item.at).slice(0, -3)],
    ["ReturnMessage", message],
  ];
}

/** Builds the answer for an unknown order: an echo of the request, as pending and with the date 1.01.0001. */
const nothingFound = (
  shop: PayforShop,
  orderId: string,
  [secureType, type]: readonly [string, string],
  now: Date,
): XmlContent => [
  ["RequestGuid", "0"],
  ["InsertDatetime", "1.01.0001 00:00:00"],
  ...merchantElements(shop, orderId),
  ["SecureType", secureType],
  ["PurchAmount", ""],
  ...moneyElements,
  ["TerminalID", toTerminalId(shop)],
  ["TxnType", type],
  ["OrgOrderId", orderId],
  ["CardType", ""],
  ["Lang", "TR"],
  ["InstallmentCount", "0"],
  ...placeElements(shop),
  ["IrcDet", notFoundTexts.message],
  ["IrcCode", "99961"],
  ["TxnStatus", "P"],
  ["ErrMsg", notFoundTexts.message],
  ["D3Status", "-1"],
  ["TxnResult", ""],
  ["AuthCode", ""],
  ["ProcReturnCode", notFoundTexts.code],
  ["BatchNo", batchNumber(now)],
  ["VoidDate", ""],
  ["CardMask", ""],
  ["ReqId", createHash("sha256").update(orderId).digest().readUInt32BE().toString().slice(0, 8)],
  ["UsedPoint", "0"],
  ["SrcType", "VPO"],
  ["RefundedAmount", "0"],
  ["RefundedPoint", "0"],
  ["ReqDate", "0"],
  ["SysDate", "0"],
  ["F11", "0"],
  ["F37", ""],
  ...countElements,
  ["VoidTime", "0"],
  ["PaymentLinkId", "0"],
  ["PAYFORFROMXMLREQUEST", "1"],
];

/** Builds the secrets in an answer. Real answers contain them too, so the product must redact what it stores. */
const secretElements = ({ userPass, merchantPass }: PayforShop): XmlContent => [
  ["UserPass", userPass],
  ["MerchantPass", merchantPass],
];

const typeNames = { sale: "Auth", void: "Void", credit: "Refund" } as const;

/** Returns Y (done), V (done and voided later) or N (refused). */
function toTxnStatus(isApproved: boolean, voidedAt: Date | null): "Y" | "V" | "N" {
  if (!isApproved) return "N";
  return voidedAt === null ? "Y" : "V";
}

/** Returns the time of the void of a sale, or null. Only the record of a sale has this time. */
const findVoidTime = ({ kind, refusal }: Transaction, { order }: OrderRecord): Date | null =>
  kind === "sale" && refusal === null ? (order?.voidedAt ?? null) : null;

/**
 * Returns the credited amount in kuruş: the sum of refunds for a sale, the own amount for a refund, also a refused one.
 */
function sumCredited(item: Transaction, { order }: OrderRecord): bigint {
  if (item.kind === "credit") return item.amountKurus;
  return item.kind === "sale" && item.refusal === null ? (order?.creditedKurus ?? 0n) : 0n;
}

const voidElements = ({ userCode }: PayforShop, voidedAt: Date | null): XmlContent => [
  ["VoidTime", voidedAt === null ? "0" : timeText(voidedAt)],
  ["VoidUserCode", voidedAt === null ? "" : userCode],
];

const merchantElements = ({ memberId, merchantId }: PayforShop, orderId: string): XmlContent => [
  ["MbrId", memberId],
  ["MerchantID", merchantId],
  ["OrderId", orderId],
  ["RequestIp", "127.0.0.1"],
  ["RequestStat", "1,10"],
];

const moneyElements: XmlContent = [
  ["Exponent", "2"],
  ["Currency", "949"],
];

const placeElements = ({ name }: PayforShop): XmlContent => [
  ["AlphaCode", "TL"],
  ["Ecommerce", "1"],
  ["MrcCountryCode", "792"],
  ["MrcName", name],
  ["MerchantHomeUrl", bankHomeUrl],
  ["CardHolderName", ""],
];

const zeros = (names: string): XmlContent => names.split(" ").map((name) => [name, "0"]);

/** Measurements and counts of the bank, which do not describe the result. */
const countElements: XmlContent = [
  ...zeros("VposElapsedTime BankingElapsedTime SocketElapsedTime HsmElapsedTime MpiElapsedTime"),
  ["hasOrderId", "False"],
  ["TemplateType", "0"],
  ["HasAddressCount", "False"],
  ["IsPaymentFacilitator", "False"],
  ...zeros("F11_ORG F12_ORG F22_ORG F25_ORG MTI_ORG IntervalType IntervalDuration RepeatCount"),
  ["RequestClientIp", "127.0.0.1"],
];
