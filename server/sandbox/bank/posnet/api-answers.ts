import { buildXml, type XmlContent } from "@/server/banks/wire";
import { type Answer, answerBytes } from "../answer";
import { compactTime } from "../bank-times";
import type { BankOrder, Refusal, Transaction } from "../records/orders";
import { installmentText } from "./amounts";
import { hostLogKeyOf } from "./references";

/**
 * One `posnetResponse` as the bank writes it: a line for each element, in the charset of its prolog, under a content
 * type that says something else.
 */
export function answerXml(content: XmlContent): Answer {
  const text = Buffer.from(buildXml("posnetResponse", content, "iso-8859-9")).toString("latin1");
  const [, elements = ""] = /^<\?[^>]*\?>(.*)$/s.exec(text) ?? [];
  const lines = elements.replaceAll("><", ">\n<").replace(/<([^/>]+)>\n<\/\1>/g, "<$1></$1>");
  const body = Buffer.from(`<?xml version='1.0' encoding='iso-8859-9'?>\n${lines}`, "latin1");
  return answerBytes("text/html; charset=utf-8", body);
}

/** The bank's codes, and the words that go with them: upper-case Turkish without diacritics. */
const words = {
  shop_unknown: ["0003", "148 MID,TID,IP HATALI: "],
  wrong_credentials: ["0148", "MID,TID,IP HATALI: "],
  mid_length: ["E170", "MID UZUNLUGU HATALI"],
  wrong_xid: ["E189", "XID HATALI"],
  wrong_currency: ["E190", "PARA BIRIMI HATALI"],
  /** The one that public samples write with diacritics. */
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
export type Word = keyof typeof words;

/** @param mac of a refused charge; the other refusals are not signed */
export function answerRefusal(word: Word, clientIp: string, mac?: string): Answer {
  return answerXml([
    ["approved", "0"],
    ...wordElements(word, clientIp),
    ...(word === "wrong_mac" ? [] : [["yourIP", clientIp] as const]),
    ...(mac === undefined ? [] : [["mac", mac] as const]),
  ]);
}

/** The host's texts end with their code in the last columns; those of the gateway before it do not. */
function wordElements(word: Word, clientIp: string): XmlContent {
  const [code, text] = words[word];
  const isGateway = code.startsWith("E") || text.endsWith(": ");
  return [
    ["respCode", code],
    ["respText", isGateway ? text + (text.endsWith(": ") ? clientIp : "") : text.padEnd(35) + code],
  ];
}

/** The word for a refusal of the ledger; what became of the order tells apart what the ledger has one word for. */
export function wordOf(refusal: Refusal, order: BankOrder | null): Word {
  if (refusal === "nothing_to_void" || refusal === "nothing_left") {
    if (order === null) return "order_not_found";
    if (order.voidedKurus > 0n) return "already_voided";
    return refusal === "nothing_to_void" ? "day_closed" : "wrong_amount";
  }
  if (refusal === "not_authenticated") return "bad_packet";
  return refusal === "exceeds_remaining" ? "wrong_amount" : refusal;
}

/** The charge was made. */
export const answerCharged = (sale: Transaction, mac: string, installment: number): Answer =>
  answerXml([
    ["approved", "1"],
    ["mac", mac],
    ...referencesOf(sale),
    ...accountElements(sale.amountKurus, installment),
  ]);

/** The order had its money before: what the bank said then, once more. */
export const answerChargedBefore = (sale: Transaction, mac: string, clientIp: string): Answer =>
  answerXml([
    ["approved", "2"],
    ...wordElements("duplicate_order", clientIp),
    ["mac", mac],
    ...referencesOf(sale),
    ["tranDate", tranDate(sale.at)],
  ]);

export const answerVoided = (done: Transaction): Answer =>
  answerXml([["approved", "1"], ...referencesOf(done), ["tranDate", tranDate(done.at)]]);

export const answerReturned = (done: Transaction): Answer =>
  answerXml([
    ["approved", "1"],
    ...referencesOf(done),
    ["tranDate", tranDate(done.at)],
    ...accountElements(done.amountKurus, 1),
  ]);

const referencesOf = ({ transactionId, authCode }: Transaction): XmlContent => [
  ["hostlogkey", hostLogKeyOf(transactionId)],
  ["authCode", authCode],
];

/** What it means for the buyer's account: an installment's amount, and points, of which the cards here have none. */
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

/** `190703093340` */
const tranDate = (instant: Date): string => compactTime(instant).slice(2);

const padded = (value: bigint, length: number): string => value.toString().padStart(length, "0");
