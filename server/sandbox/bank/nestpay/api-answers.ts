import { buildXml, type XmlContent } from "@/server/banks/wire";
import { drawInteger } from "@/server/domain/random";
import { type Answer, answerBytes } from "../answer";
import { batchNumber, compactTime, dayAndTime } from "../bank-times";
import type { Moment } from "../moment";
import type { OrderKey } from "../records/authentications";
import type { ReportedResult } from "../records/ledger";
import type { BankOrder, Refusal } from "../records/orders";
import { hostDate } from "./time-texts";

/** Builds a `CC5Response` in the charset of real answers. */
export const answerXml = (content: XmlContent): Answer =>
  answerBytes("text/xml; charset=ISO-8859-9", buildXml("CC5Response", content, "iso-8859-9"));

/** Answers a sale, a void or a credit. */
export function answerLedger(
  { orderId, shop }: OrderKey,
  result: ReportedResult,
  order: BankOrder | null,
  moment: Moment,
): Answer {
  if (result.kind === "refused") return answerRefusal(orderId, refusals[result.refusal], moment);
  const { at: now } = moment;
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

/** Answers a request that the gateway refuses before it runs an operation. */
export const answerGatewayError = (fault: GatewayFault, orderId: string, moment: Moment): Answer =>
  answerRefusal(orderId, gatewayFaults[fault], moment);

export type GatewayFault =
  | "unreadable"
  | "no_order_id"
  | "unknown_shop"
  | "wrong_credentials"
  | "unknown_type"
  | "unknown_address"
  | "closed_shop"
  | "wrong_currency"
  | "no_permission";

interface RefusalTexts {
  /** `Declined` is a refusal of the issuer or the host, `Error` of the gateway. */
  readonly response: "Declined" | "Error";
  /** The `ProcReturnCode`, or null where real answers have no such element. */
  readonly code: string | null;
  readonly errorCode: string;
  readonly message: string;
  /** `HOSTMSG`, which only some answers have. */
  readonly hostMessage?: string;
}

const issuer = (code: string, message: string): RefusalTexts => ({
  response: "Declined",
  code,
  errorCode: `ISO8583-${code}`,
  message,
});

const gateway = (errorCode: string, message: string, code = "99"): RefusalTexts => ({
  response: "Error",
  code,
  errorCode,
  message,
});

const gatewayFaults: Readonly<Record<GatewayFault, RefusalTexts>> = {
  unreadable: gateway("992104", "Sistem ilk kullanima hazirlama hatasi"),
  no_order_id: gateway("", "Siparis numarasi gecersiz", "12"),
  unknown_shop: {
    ...gateway("", "Insufficient permissions to perform requested operation."),
    hostMessage: "Islem yetkisi yok, client id, kullanici adi veya sifre hatali girilmis olabilir.",
  },
  wrong_credentials: gateway("CORE-2201", "Kullanici dogrulanamadi"),
  unknown_type: gateway("", "Islem tipi gecersiz", "12"),
  unknown_address: gateway("CORE-2254", "IP kisitlamasi"),
  closed_shop: issuer("03", "Gecersiz uye isyeri"),
  wrong_currency: gateway("CORE-1019", "Para birimi hatali"),
  no_permission: gateway("CORE-2202", "Kullanicinin bu islem icin yetkisi yok"),
};

const refusals: Readonly<Record<Refusal, RefusalTexts>> = {
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

/** Returns the code of a refusal in the order's records. */
export const toReturnCode = (refusal: Refusal | null): string =>
  refusal === null ? "00" : (refusals[refusal].code ?? "99");

function answerRefusal(orderId: string, texts: RefusalTexts, { at: now, random }: Moment): Answer {
  return answerXml([
    ["OrderId", orderId],
    ["GroupId", orderId],
    ["Response", texts.response],
    ["AuthCode", ""],
    ["HostRefNum", ""],
    ...(texts.code === null ? [] : [["ProcReturnCode", texts.code] as const]),
    ["TransId", `${compactTime(now)}${100 + drawInteger(random, 900)}`],
    ["ErrMsg", texts.message],
    [
      "Extra",
      [
        ["SETTLEID", ""],
        ["TRXDATE", dayAndTime(now)],
        ["ERRORCODE", texts.errorCode],
        ...(texts.hostMessage === undefined ? [] : [["HOSTMSG", texts.hostMessage] as const]),
        ["NUMCODE", numericCode(texts)],
      ],
    ],
  ]);
}

/** Returns the `NUMCODE`: 992507 for `CORE-2507`, and an issuer's code unchanged. */
const numericCode = ({ code, errorCode }: RefusalTexts): string =>
  errorCode.startsWith("CORE-") ? `99${errorCode.slice("CORE-".length)}` : (code ?? errorCode);
