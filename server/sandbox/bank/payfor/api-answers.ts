import { buildXml, type XmlContent } from "@/server/banks/wire";
import type { Random } from "@/server/domain/random";
import { type Answer, answerText } from "../answer";
import { drawDigits } from "../random-texts";
import type { ReportedResult } from "../records/ledger";
import { approvedSale, type BankOrder, type OrderRecord, type Refusal } from "../records/orders";

/** Builds a `PayforResponse` in the bank's format: the charset in lower case, and one line per element. */
export function answerXml(content: XmlContent): Answer {
  const text = Buffer.from(buildXml("PayforResponse", content, "utf-8")).toString("utf8");
  const lines = text.replace('encoding="UTF-8"', 'encoding="utf-8"').replace(/>(?=<[A-Z])|>(?=<\/Payfor)/gi, ">\n");
  return answerText(200, "text/xml", lines);
}

/** Answers a sale, a void or a refund. */
export function answerLedger(
  orderId: string,
  type: string,
  result: ReportedResult,
  record: OrderRecord,
  random: Random,
): Answer {
  if (result.kind === "approved") {
    const { authCode, rrn } = result.transaction;
    return answerOperation(orderId, { code: "00", message: "Onaylandı" }, authCode, rrn);
  }
  const texts = chooseRefusalTexts(result.refusal, type, record.order);
  const rrn = result.transaction?.rrn ?? newReference(random);
  return answerOperation(orderId, texts, chooseAuthCode(result.refusal, record), rrn);
}

/**
 * Returns the authorisation code of a refusal. A refund before the day-end is refused with the code of the sale, so a
 * caller must not take an authorisation code as a proof of success.
 */
const chooseAuthCode = (refusal: Refusal, { transactions }: OrderRecord): string =>
  refusal === "day_not_closed" ? (approvedSale(transactions)?.authCode ?? "") : "";

/** Answers a request that the XML gate refuses before it runs an operation. */
export const answerFault = (fault: keyof typeof faults, orderId: string, random: Random): Answer =>
  answerOperation(orderId, faults[fault], "", newReference(random));

/** The code and the text of an answer. */
interface AnswerTexts {
  readonly code: string;
  readonly message: string;
}

const answerOperation = (orderId: string, texts: AnswerTexts, authCode: string, rrn: string): Answer =>
  answerXml([
    ["AuthCode", authCode],
    ["HostRefNum", rrn],
    ["ProcReturnCode", texts.code],
    ["TransId", orderId],
    ["ErrMsg", texts.message],
    ["CardHolderName", ""],
    ["ArtiTaksit", "0"],
    ["BankInternalResponseMessage", ""],
    ["PAYFORFROMXMLREQUEST", "1"],
    ["SESSION_SYSTEM_USER", "0"],
  ]);

const faults = {
  unreadable: { code: "30", message: "Mesaj formatı hatalı" },
  no_order_id: { code: "12", message: "Sipariş numarası geçersiz" },
  wrong_credentials: { code: "03", message: "Kullanıcı adı veya şifre hatalı" },
  unknown_type: { code: "12", message: "Geçersiz işlem tipi" },
  unknown_address: { code: "M047", message: "IP kısıtlaması" },
  closed_shop: { code: "03", message: "Geçersiz üye işyeri" },
  system_error: { code: "V036", message: "Sistem hatası" },
  wrong_terms: { code: "12", message: "Para birimi veya dil geçersiz" },
} as const satisfies Record<string, AnswerTexts>;

const nothingFound: AnswerTexts = { code: "V013", message: "Seçili İşlem Bulunamadı!" };
const alreadyVoided: AnswerTexts = { code: "V017", message: "İşlem daha önce iptal edilmiş" };

/** The code and the text of each refusal, where the state of the order does not matter. */
const refusals: Readonly<Record<Refusal, AnswerTexts>> = {
  insufficient_funds: { code: "51", message: "Limit yetersiz" },
  lost_card: { code: "41", message: "Kayıp kart" },
  do_not_honour: { code: "05", message: "İşlem onaylanmadı" },
  not_authenticated: { code: "V034", message: "3D Kullanıcı Doğrulama Adımı Başarısız" },
  wrong_amount: { code: "M004", message: "Tutar geçersiz" },
  wrong_installment: { code: "V023", message: "Taksit sayısı geçersiz" },
  duplicate_order: { code: "V029", message: "Sipariş numarası daha önce kullanılmış" },
  order_not_found: nothingFound,
  nothing_to_void: { code: "V018", message: "İşlem iptal edilemez" },
  day_not_closed: { code: "V014", message: "Gün sonu olmadan iade yapılamaz, işlemi iptal edin" },
  nothing_left: { code: "V037", message: "İşlem daha önce iade edilmiş" },
  exceeds_remaining: { code: "V015", message: "İade tutarı kalan tutardan büyük" },
};

/** Returns the code and the text of a refusal. PayFor has several codes where the ledger has one reason. */
function chooseRefusalTexts(refusal: Refusal, type: string, order: BankOrder | null): AnswerTexts {
  if (order === null && refusal === "nothing_to_void") return nothingFound;
  if (order !== null && order.voidedKurus > 0n && explainedByVoid.includes(refusal)) return alreadyVoided;
  if (type === "Void" && refusal === "wrong_amount") {
    return { code: "V019", message: "Kısmi iptal yapılamaz" };
  }
  return refusals[refusal];
}

const explainedByVoid: readonly Refusal[] = ["nothing_to_void", "nothing_left"];

/** Returns the code and the text of a transaction in the order's records. */
export const recordTexts = (refusal: Refusal | null): AnswerTexts =>
  refusal === null ? { code: "00", message: "Onaylandı" } : refusals[refusal];

export const notFoundTexts = nothingFound;

/** Returns a random reference number of the host, 12 digits; refusals have one too. */
const newReference = (random: Random): string => drawDigits(random, 12);
