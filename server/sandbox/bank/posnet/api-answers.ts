import { buildXml, type XmlContent } from "@/server/banks/wire";
import { type Answer, answerBytes } from "../answer";
import { compactTime } from "../bank-times";
import type { BankOrder, Refusal, Transaction } from "../records/orders";
import { installmentText } from "./amounts";
import { toHostLogKey } from "./references";

/**
 * Builds a `posnetResponse` in the bank's format: one line per element, and a content type that contradicts the charset
 * of the prolog, as in real answers.
 */
export function answerXml(content: XmlContent): Answer {
  const text = Buffer.from(buildXml("posnetResponse", content, "iso-8859-9")).toString("latin1");
  const [, elements = ""] = /^<\?[^>]*\?>(.*)$/s.exec(text) ?? [];
  const lines = elements.replaceAll("><", ">\n<").replace(/<([^/>]+)>\n<\/\1>/g, "<$1></$1>");
  const body = Buffer.from(`<?xml version='1.0' encoding='iso-8859-9'?>\n${lines}`, "latin1");
  return answerBytes("text/html; charset=utf-8", body);
}

/** The bank's code and text for each refusal. The texts are upper-case Turkish without diacritics. */
const refusals = {
  shop_unknown: ["0003", "148 MID,TID,IP HATALI: "],
  wrong_credentials: ["0148", "MID,TID,IP HATALI: "],
  mid_length: ["E170", "MID UZUNLUGU HATALI"],
  wrong_xid: ["E189", "XID HATALI"],
  wrong_currency: ["E190", "PARA BIRIMI HATALI"],
  /** The only text that public samples write with diacritics. */
  wrong_mac: ["E216", "Mac Doğrulama hatalı"],
  bad_packet: ["0150", "PAKET HATALI"],
  not_entitled: ["0058", "RED-ONAYLANMADI"],
  do_not_honour: ["0005", "RED-ONAYLANMADI"],
  wrong_installment: ["0012", "RED-GECERSIZ ISLEM"],
  wrong_card: ["0014", "RED-HATALI KART"],
  lost_card: ["0041", "RED-KARTA EL KOY"],
  insufficient_funds: ["0051", "RED-YETERSIZ BAKIYE"],
  expired_card: ["0054", "RED-ONAYLANMADI"],
  order_not_found: ["0123", "ORJINAL ISLEM BULUNAMADI"],
  duplicate_order: ["0127", "ORDERID DAHA ONCE KULLANILMIS"],
  wrong_transaction: ["0200", "GECERSIZ ISLEM"],
  wrong_amount: ["0205", "GECERSIZ TUTAR"],
  day_closed: ["0211", "GRUP KAPAMA YAPILMIS"],
  already_voided: ["0220", "IPTAL ISLEMI YAPILMIS"],
  day_not_closed: ["0411", "ISLEM HENUZ FINANSALLASMAMIS"],
} as const;
export type PosnetRefusal = keyof typeof refusals;

/**
 * Answers with a refusal.
 * @param mac the mac of a refused charge; other refusals are not signed
 */
export function answerRefusal(refusal: PosnetRefusal, clientIp: string, mac?: string): Answer {
  return answerXml([
    ["approved", "0"],
    ...refusalElements(refusal, clientIp),
    ...(refusal === "wrong_mac" ? [] : [["yourIP", clientIp] as const]),
    ...(mac === undefined ? [] : [["mac", mac] as const]),
  ]);
}

/**
 * Builds code and text of a refusal. The host's texts end with the code in the last columns, those of the gateway do
 * not.
 */
function refusalElements(refusal: PosnetRefusal, clientIp: string): XmlContent {
  const [code, text] = refusals[refusal];
  const isGateway = code.startsWith("E") || text.endsWith(": ");
  return [
    ["respCode", code],
    ["respText", isGateway ? text + (text.endsWith(": ") ? clientIp : "") : text.padEnd(35) + code],
  ];
}

/** Converts the ledger's refusal to PosNet's. The order decides where PosNet has several codes for one reason. */
export function toPosnetRefusal(refusal: Refusal, order: BankOrder | null): PosnetRefusal {
  if (refusal === "nothing_to_void" || refusal === "nothing_left") {
    if (order === null) return "order_not_found";
    if (order.voidedKurus > 0n) return "already_voided";
    return refusal === "nothing_to_void" ? "day_closed" : "wrong_amount";
  }
  if (refusal === "not_authenticated") return "bad_packet";
  return refusal === "exceeds_remaining" ? "wrong_amount" : refusal;
}

/** Answers an approved charge. */
export const answerCharged = (sale: Transaction, mac: string, installment: number): Answer =>
  answerXml([
    ["approved", "1"],
    ["mac", mac],
    ...referenceElements(sale),
    ...accountElements(sale.amountKurus, installment),
  ]);

/** Answers a repeated charge (`approved` 2) with the references of the first one. */
export const answerChargedBefore = (sale: Transaction, mac: string, clientIp: string): Answer =>
  answerXml([
    ["approved", "2"],
    ...refusalElements("duplicate_order", clientIp),
    ["mac", mac],
    ...referenceElements(sale),
    ["tranDate", tranDate(sale.at)],
  ]);

export const answerVoided = (done: Transaction): Answer =>
  answerXml([["approved", "1"], ...referenceElements(done), ["tranDate", tranDate(done.at)]]);

export const answerReturned = (done: Transaction): Answer =>
  answerXml([
    ["approved", "1"],
    ...referenceElements(done),
    ["tranDate", tranDate(done.at)],
    ...accountElements(done.amountKurus, 1),
  ]);

const referenceElements = ({ transactionId, authCode }: Transaction): XmlContent => [
  ["hostlogkey", toHostLogKey(transactionId)],
  ["authCode", authCode],
];

/** Builds the amount of an installment and the points, which are zero for the test cards. */
const accountElements = (amountKurus: bigint, installment: number): XmlContent => [
  [
    "instInfo",
    [
      ["inst1", installmentText(installment)],
      ["amnt1", padded(installment > 1 ? amountKurus / BigInt(installment) : 0n, 12)],
    ],
  ],
  [
    "pointInfo",
    [
      ["point", padded(0n, 8)],
      ["pointAmount", padded(0n, 12)],
      ["totalPoint", padded(0n, 8)],
      ["totalPointAmount", padded(0n, 12)],
    ],
  ],
];

/** Formats the Istanbul time as `YYMMDDhhmmss`, for example `190703093340`. */
const tranDate = (instant: Date): string => compactTime(instant).slice(2);

const padded = (value: bigint, length: number): string => value.toString().padStart(length, "0");
