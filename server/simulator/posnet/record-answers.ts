import type { XmlContent } from "@/server/banks/wire";
import { decimalText } from "@/server/domain/money";
import type { Answer } from "@/server/simulator/answer";
import type { Transaction } from "@/server/simulator/orders";
import { lira } from "./amounts";
import { answerRefusal, answerXml } from "./api-answers";
import { hostLogKeyOf, orderPrefix } from "./references";
import { recordTime } from "./time-texts";

/** `agreement`: every record of an order, newest first; amounts have a decimal comma here, unlike everywhere else. */
export function answerAgreement(transactions: readonly Transaction[], clientIp: string): Answer {
  if (transactions.length === 0) return answerRefusal("order_not_found", clientIp);
  const newestFirst = [...transactions].reverse();
  return answerXml([
    ["approved", "1"],
    ["transactions", newestFirst.map((item) => ["transaction", recordOf(item)] as const)],
  ]);
}

const recordOf = (item: Transaction): XmlContent => [
  ["orderID", orderPrefix + item.orderId],
  ["ccno", spacedMask(item.maskedPan)],
  ["amount", decimalText(item.amountKurus).replace(".", ",")],
  ["currencyCode", lira],
  ["authCode", item.refusal === null ? item.authCode : ""],
  ["tranDate", recordTime(item.at)],
  ["state", states[item.kind]],
  ["txnStatus", item.refusal === null ? "1" : "0"],
  ["hostlogkey", hostLogKeyOf(item.transactionId)],
];

const states = { sale: "Sale", void: "Reverse", credit: "Return" } as const;

/** `4506 34** **** 4637` */
const spacedMask = (maskedPan: string): string =>
  `${maskedPan.slice(0, 4)} ${maskedPan.slice(4, 6)}** **** ${maskedPan.slice(-4)}`;
