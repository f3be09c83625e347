import { randomBytes } from "node:crypto";
import { buildXml, type XmlContent } from "@/server/banks/wire";
import { type Answer, answerBytes } from "../answer";
import { batchNumber, dayAndTime } from "../bank-times";
import type { Told } from "../records/ledger";
import type { BankOrder, Refusal, Transaction } from "../records/orders";
import type { ApiMessage } from "./api-message";

/** `several_voidable`: a void that names no reference, of an order with more than one thing to void. */
export type GarantiRefusal = Refusal | "several_voidable";

/** What came of a sale, a void or a refund. */
export function answerLedger(
  message: ApiMessage,
  result: Told<GarantiRefusal>,
  order: BankOrder | null,
  now: Date,
): Answer {
  const words = result.kind === "refused" ? refusals[result.refusal] : approved;
  return answerXml(message, words, { transaction: result.transaction, order }, now);
}

/** What the gateway says to a request that it cannot even take for an operation on an order. */
export const answerGatewayError = (
  message: ApiMessage,
  fault: GatewayFault,
  now: Date,
  detail?: string,
): Answer => {
  const words = gatewayFaults[fault];
  return answerXml(message, detail === undefined ? words : { ...words, detail }, nothing, now);
};

export type GatewayFault =
  | "malformed"
  | "unknown_terminal"
  | "wrong_merchant"
  | "wrong_password"
  | "no_authority";

/** What became of a look-up. */
export const answerLookup = (message: ApiMessage, isFound: boolean, ofOrder: XmlContent, now: Date): Answer =>
  answerXml(message, isFound ? found : refusals.order_not_found, { ...nothing, ofOrder }, now);

/** The code under which a refusal stands in the order's records. */
export const returnCodeOf = (refusal: Refusal | null): string =>
  refusal === null ? approved.code : refusals[refusal].code;

interface Words {
  /** `HOST` is the issuer's or the host's word, `GVPS` the gateway's own. */
  readonly source: "HOST" | "GVPS";
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  /** `SysErrMsg` */
  readonly detail: string;
}

const approved: Words = { source: "HOST", code: "00", reason: "00", message: "", detail: "" };
const found: Words = { source: "GVPS", code: "00", reason: "", message: "", detail: "" };

const gateway = (reason: string, message: string): Words => ({
  source: "GVPS",
  code: "92",
  reason,
  message,
  detail: `ErrorId: ${reason}`,
});

const host = (code: string, message: string, detail = ""): Words => ({
  source: "HOST",
  code,
  reason: code,
  message,
  detail,
});

const gatewayFaults: Readonly<Record<GatewayFault, Words>> = {
  malformed: gateway("0002", "İşlem tipi için zorunlu alanlar eksik veya hatalı"),
  unknown_terminal: gateway("0752", "Terminal kaydı yok"),
  wrong_merchant: gateway("0753", "İşyeri numarası bu terminale ait değil"),
  wrong_password: gateway("0651", "Kullanıcı şifresi hatalı"),
  no_authority: gateway("0652", "Kullanıcının bu işlem için yetkisi yok"),
};

const refusals: Readonly<Record<GarantiRefusal, Words>> = {
  insufficient_funds: host("51", "Limit yetersiz"),
  lost_card: host("41", "Kayıp kart"),
  do_not_honour: host("05", "İşlem onaylanmadı"),
  not_authenticated: host("12", "Geçersiz işlem", "3D DOGRULAMASI GECERSIZ"),
  wrong_amount: host("13", "Geçersiz tutar"),
  wrong_installment: host("12", "Geçersiz işlem", "TAKSIT SAYISI HATALI"),
  duplicate_order: gateway("0104", "Bu siparişte daha önce satış yapılmış"),
  order_not_found: gateway("0110", "İşlem bulunamadı"),
  nothing_to_void: gateway("0110", "İşlem bulunamadı"),
  several_voidable: gateway("0202", "Siparişte birden fazla iptal edilebilir işlem var, referans gönderin"),
  // What refunds of a terminal without day-ends are told.
  day_not_closed: host("05", "İşlem onaylanmadı", "RPC-05"),
  nothing_left: host("13", "Geçersiz tutar", "IADE EDILECEK TUTAR KALMADI"),
  exceeds_remaining: host("13", "Geçersiz tutar", "IADE TUTARI KALAN TUTARDAN BUYUK"),
};

interface Subject {
  readonly transaction: Transaction | null;
  readonly order: BankOrder | null;
  /** What an inquiry found, behind the order's number. */
  readonly ofOrder?: XmlContent;
}

const nothing: Subject = { transaction: null, order: null };

/** One `GVPSResponse`: who asked is echoed, the hash of the answer has a meaning that nobody outside the bank knows. */
function answerXml(message: ApiMessage, words: Words, subject: Subject, now: Date): Answer {
  const content: XmlContent = [
    ["Mode", ""],
    ["Terminal", ["ProvUserID", "UserID", "ID", "MerchantID"].map((name) => echo(message, "Terminal", name))],
    ["Customer", ["IPAddress", "EmailAddress"].map((name) => echo(message, "Customer", name))],
    [
      "Order",
      [...["OrderID", "GroupID"].map((name) => echo(message, "Order", name)), ...(subject.ofOrder ?? [])],
    ],
    ["Transaction", transactionContent(message, words, subject, now)],
  ];
  return answerBytes("text/xml; charset=UTF-8", buildXml("GVPSResponse", content, "utf-8"));
}

const echo = ({ text }: ApiMessage, parent: string, name: string) =>
  [name, text(`${parent}.${name}`)] as const;

function transactionContent(
  { text }: ApiMessage,
  words: Words,
  { transaction, order }: Subject,
  now: Date,
): XmlContent {
  const isSale = text("Transaction.Type") === "sales";
  return [
    [
      "Response",
      [
        ["Source", words.source],
        ["Code", words.code],
        ["ReasonCode", words.reason],
        ["Message", words.code === "00" ? "Approved" : "Declined"],
        ["ErrorMsg", words.message],
        ["SysErrMsg", words.detail],
      ],
    ],
    ["RetrefNum", transaction?.rrn ?? ""],
    ["AuthCode", transaction?.refusal === null ? transaction.authCode : ""],
    ["BatchNum", transaction === null ? "" : batchNumber(now).padStart(6, "0")],
    ["SequenceNum", transaction === null ? "" : sequenceOf(transaction)],
    ["ProvDate", dayAndTime(now)],
    ["CardNumberMasked", transaction?.maskedPan ?? ""],
    ["CardHolderName", ""],
    ["CardType", programOf(order)],
    ["HashData", randomBytes(64).toString("hex").toUpperCase()],
    ["HostMsgList", ""],
    [
      "RewardInqResult",
      [
        ["RewardList", ""],
        ["ChequeList", ""],
      ],
    ],
    ...(isSale ? [["GarantiCardInd", isOnUs(order) ? "Y" : "N"] as const] : []),
  ];
}

/** A transaction's place in its batch. */
export const sequenceOf = ({ transactionId }: Transaction): string => transactionId.slice(-6);

const isOnUs = (order: BankOrder | null): boolean => order?.issuer === "Garanti BBVA";

/** The card's program where it is the bank's own, else empty. */
export const programOf = (order: BankOrder | null): string => (isOnUs(order) ? "BONUS" : "");
