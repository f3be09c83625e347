import { randomInt } from "node:crypto";
import { buildXml, type XmlContent } from "@/server/banks/wire";
import { type Answer, answerBytes } from "../answer";
import { batchNumber, compactTime, dayAndTime } from "../bank-times";
import type { OrderKey } from "../records/authentications";
import type { Told } from "../records/ledger";
import type { BankOrder, Refusal } from "../records/orders";
import { hostDate } from "./time-texts";

/** One `CC5Response` in the charset that real answers have. */
export const answerXml = (content: XmlContent): Answer =>
  answerBytes("text/xml; charset=ISO-8859-9", buildXml("CC5Response", content, "iso-8859-9"));

/** What came of a sale, a void or a credit. */
export function answerLedger(
  { orderId, shop }: OrderKey,
  result: Told,
  order: BankOrder | null,
  now: Date,
): Answer {
  if (result.kind === "refused") return answerRefusal(orderId, refusals[result.refusal], now);
  const { authCode, rrn, transactionId } = result.transaction;
  return answerXml([
    ["OrderId", orderId],
    ["GroupId", orderId],
    ["Response", "Approved"],
    ["AuthCode", authCode],
    ["HostRefNum", rrn],
    ["ProcReturnCode", "00"],
    ["TransId", transactionId],
    ["ErrMsg", ""],
    [
      "Extra",
      [
        ["SETTLEID", batchNumber(now)],
        ["TRXDATE", dayAndTime(now)],
        ["ERRORCODE", ""],
        ["TERMINALID", shop.padStart(8, "0").slice(-8)],
        ["MERCHANTID", shop],
        ["CARDBRAND", (order?.scheme ?? "").toUpperCase()],
        ["CARDISSUER", (order?.issuer ?? "").toLocaleUpperCase("tr-TR")],
        ["HOSTDATE", hostDate(now)],
        ["NUMCODE", "00"],
      ],
    ],
  ]);
}

/** What the gateway says to a request that it cannot even take for an operation on an order. */
export const answerGatewayError = (fault: GatewayFault, orderId: string, now: Date): Answer =>
  answerRefusal(orderId, gatewayFaults[fault], now);

type GatewayFault = "unreadable" | "no_order_id" | "wrong_credentials" | "unknown_type";

interface RefusalWords {
  /** `Declined` is the issuer's or the host's no, `Error` the gateway's own. */
  readonly response: "Declined" | "Error";
  /** Null: real answers leave the element out altogether. */
  readonly code: string | null;
  readonly errorCode: string;
  readonly message: string;
}

const issuer = (code: string, message: string): RefusalWords => ({
  response: "Declined",
  code,
  errorCode: `ISO8583-${code}`,
  message,
});

const gateway = (errorCode: string, message: string, code = "99"): RefusalWords => ({
  response: "Error",
  code,
  errorCode,
  message,
});

const gatewayFaults: Readonly<Record<GatewayFault, RefusalWords>> = {
  unreadable: gateway("992104", "Sistem ilk kullanima hazirlama hatasi"),
  no_order_id: gateway("", "Siparis numarasi gecersiz", "12"),
  wrong_credentials: gateway("", "Kullanici adi ya da sifre hatali", "03"),
  unknown_type: gateway("", "Islem tipi gecersiz", "12"),
};

const refusals: Readonly<Record<Refusal, RefusalWords>> = {
  insufficient_funds: issuer("51", "Limit yetersiz"),
  lost_card: issuer("41", "Kayip kart"),
  do_not_honour: issuer("05", "Islem onaylanmadi"),
  not_authenticated: issuer("12", "3D dogrulama bilgileri gecersiz"),
  wrong_amount: issuer("13", "Tutar gecersiz"),
  wrong_installment: gateway("CORE-2603", "Taksit tablosu icin gecersiz deger"),
  duplicate_order: gateway("CORE-2507", "Bu siparis numarasi ile daha once basarili bir siparis verilmis"),
  order_not_found: issuer("29", "Orijinal islem bulunamadi"),
  nothing_to_void: gateway("CORE-2008", "Iptal edilecek islem bulunamadi"),
  day_not_closed: gateway("CORE-2508", "Siparis gun sonuna girmedi, iade yapilamaz"),
  nothing_left: { response: "Declined", code: null, errorCode: "215021", message: "Net Tutar 0." },
  exceeds_remaining: gateway("215021", "Iade tutari net tutardan buyuk"),
};

/** The code under which a refusal stands in the order's records. */
export const returnCodeOf = (refusal: Refusal | null): string =>
  refusal === null ? "00" : (refusals[refusal].code ?? "99");

function answerRefusal(orderId: string, words: RefusalWords, now: Date): Answer {
  return answerXml([
    ["OrderId", orderId],
    ["GroupId", orderId],
    ["Response", words.response],
    ["AuthCode", ""],
    ["HostRefNum", ""],
    ...(words.code === null ? [] : [["ProcReturnCode", words.code] as const]),
    ["TransId", compactTime(now) + randomInt(100, 1000)],
    ["ErrMsg", words.message],
    [
      "Extra",
      [
        ["SETTLEID", ""],
        ["TRXDATE", dayAndTime(now)],
        ["ERRORCODE", words.errorCode],
        ["NUMCODE", numericCode(words)],
      ],
    ],
  ]);
}

/** `CORE-2507` is 992507; an issuer's code is itself. */
const numericCode = ({ code, errorCode }: RefusalWords): string =>
  errorCode.startsWith("CORE-") ? `99${errorCode.slice("CORE-".length)}` : (code ?? errorCode);
