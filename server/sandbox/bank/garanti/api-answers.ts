import { buildXml, type XmlContent } from "@/server/banks/wire";
import { type Answer, answerBytes } from "../answer";
import { batchNumber, dayAndTime } from "../bank-times";
import type { Moment } from "../moment";
import { drawHex } from "../random-texts";
import type { ReportedResult } from "../records/ledger";
import type { BankOrder, Refusal, Transaction } from "../records/orders";
import type { ApiMessage } from "./api-message";

/** `several_voidable` refuses a void without a reference of an order that has several transactions to void. */
export type GarantiRefusal = Refusal | "several_voidable";

/** Answers a sale, a void or a refund. */
export function answerLedger(
  message: ApiMessage,
  result: ReportedResult<GarantiRefusal>,
  order: BankOrder | null,
  moment: Moment,
): Answer {
  const texts = result.kind === "refused" ? refusals[result.refusal] : approved;
  return answerXml(message, texts, { transaction: result.transaction, order }, moment);
}

/** Answers a request that the gateway refuses before it runs an operation. */
export const answerGatewayError = (
  message: ApiMessage,
  fault: GatewayFault,
  moment: Moment,
  detail?: string,
): Answer => {
  const texts = gatewayFaults[fault];
  return answerXml(message, detail === undefined ? texts : { ...texts, detail }, nothing, moment);
};

export type GatewayFault =
  | "malformed"
  | "unknown_terminal"
  | "wrong_merchant"
  | "unknown_user"
  | "wrong_password"
  | "closed_user"
  | "no_authority"
  | "unknown_address"
  | "wrong_currency"
  | "no_sub_merchant";

/** Answers an inquiry or a history. */
export const answerLookup = (
  message: ApiMessage,
  isFound: boolean,
  orderElements: XmlContent,
  moment: Moment,
): Answer => answerXml(message, isFound ? found : refusals.order_not_found, { ...nothing, orderElements }, moment);

/** Returns the code of a refusal in the order's records. */
export const toReturnCode = (refusal: Refusal | null): string =>
  refusal === null ? approved.code : refusals[refusal].code;

interface AnswerTexts {
  /** The origin of the answer: `HOST` is the issuer or the host, `GVPS` the gateway. */
  readonly source: "HOST" | "GVPS";
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  /** `SysErrMsg` */
  readonly detail: string;
}

const approved: AnswerTexts = { source: "HOST", code: "00", reason: "00", message: "", detail: "" };
const found: AnswerTexts = { source: "GVPS", code: "00", reason: "", message: "", detail: "" };

const gateway = (reason: string, message: string): AnswerTexts => ({
  source: "GVPS",
  code: "92",
  reason,
  message,
  detail: `ErrorId: ${reason}`,
});

const host = (code: string, message: string, detail = ""): AnswerTexts => ({
  source: "HOST",
  code,
  reason: code,
  message,
  detail,
});

const gatewayFaults: Readonly<Record<GatewayFault, AnswerTexts>> = {
  malformed: gateway("0002", "İşlem tipi için zorunlu alanlar eksik veya hatalı"),
  unknown_terminal: gateway("0752", "Terminal kaydı yok"),
  wrong_merchant: gateway("0753", "İşyeri numarası bu terminale ait değil"),
  wrong_password: gateway("0651", "Kullanıcı şifresi hatalı"),
  unknown_user: gateway("0653", "Kullanıcı bu terminalde tanımlı değil"),
  closed_user: gateway("0654", "Kullanıcı statüsü kapalı"),
  no_authority: gateway("0652", "Kullanıcının bu işlem için yetkisi yok"),
  unknown_address: gateway("0769", "Terminale tanımlı IP adresleri dışından işlem gelemez"),
  wrong_currency: gateway("0759", "Terminalin bu döviz kodunda işlem yetkisi yok"),
  no_sub_merchant: gateway("0809", "Alt üye işyeri numarası gönderilmelidir"),
};

const refusals: Readonly<Record<GarantiRefusal, AnswerTexts>> = {
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
  // The shared test terminal, which has no day-end, refuses refunds with this code (B-3.5).
  day_not_closed: host("05", "İşlem onaylanmadı", "RPC-05"),
  nothing_left: host("13", "Geçersiz tutar", "IADE EDILECEK TUTAR KALMADI"),
  exceeds_remaining: host("13", "Geçersiz tutar", "IADE TUTARI KALAN TUTARDAN BUYUK"),
};

/** The records that an answer describes. */
interface Subject {
  readonly transaction: Transaction | null;
  readonly order: BankOrder | null;
  /** The elements that an inquiry adds after the order's number. */
  readonly orderElements?: XmlContent;
}

const nothing: Subject = { transaction: null, order: null };

/**
 * Builds a `GVPSResponse`. It echoes the sender. Its hash is random, because no public source explains the hash of real
 * answers (B-3.2).
 */
function answerXml(message: ApiMessage, texts: AnswerTexts, subject: Subject, moment: Moment): Answer {
  const content: XmlContent = [
    ["Mode", ""],
    ["Terminal", ["ProvUserID", "UserID", "ID", "MerchantID"].map((name) => echo(message, "Terminal", name))],
    ["Customer", ["IPAddress", "EmailAddress"].map((name) => echo(message, "Customer", name))],
    [
      "Order",
      [...["OrderID", "GroupID"].map((name) => echo(message, "Order", name)), ...(subject.orderElements ?? [])],
    ],
    ["Transaction", transactionContent(message, texts, subject, moment)],
  ];
  return answerBytes("text/xml; charset=UTF-8", buildXml("GVPSResponse", content, "utf-8"));
}

const echo = ({ text }: ApiMessage, parent: string, name: string) => [name, text(`${parent}.${name}`)] as const;

function transactionContent(
  { text }: ApiMessage,
  texts: AnswerTexts,
  { transaction, order }: Subject,
  { at: now, random }: Moment,
): XmlContent {
  const isSale = text("Transaction.Type") === "sales";
  return [
    [
      "Response",
      [
        ["Source", texts.source],
        ["Code", texts.code],
        ["ReasonCode", texts.reason],
        ["Message", texts.code === "00" ? "Approved" : "Declined"],
        ["ErrorMsg", texts.message],
        ["SysErrMsg", texts.detail],
      ],
    ],
    ["RetrefNum", transaction?.rrn ?? ""],
    ["AuthCode", transaction?.refusal === null ? transaction.authCode : ""],
    ["BatchNum", transaction === null ? "" : batchNumber(now).padStart(6, "0")],
    ["SequenceNum", transaction === null ? "" : toSequenceNumber(transaction)],
    ["ProvDate", dayAndTime(now)],
    ["CardNumberMasked", transaction?.maskedPan ?? ""],
    ["CardHolderName", ""],
    ["CardType", detectCardProgram(order)],
    ["HashData", drawHex(random, 128)],
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

/** Returns a transaction's number within its batch. */
export const toSequenceNumber = ({ transactionId }: Transaction): string => transactionId.slice(-6);

const isOnUs = (order: BankOrder | null): boolean => order?.issuer === "Garanti BBVA";

/** Returns the card's programme, or an empty text for a card of another bank. */
export const detectCardProgram = (order: BankOrder | null): string => (isOnUs(order) ? "BONUS" : "");
