import type { XmlContent } from "@/server/banks/wire";
import { decimalText } from "@/server/domain/money";
import type { Answer } from "../answer";
import { dottedTime } from "../bank-times";
import { spacedMask } from "../cards";
import type { Transaction } from "../records/orders";
import { lira } from "./amounts";
import { answerRefusal, answerXml } from "./api-answers";
import { orderPrefix, toHostLogKey } from "./references";

/**
 * Answers `agreement` with all records of an order, newest first. Amounts have a decimal comma, unlike in other
 * messages.
 */
export function answerAgreement(transactions: readonly Transaction[], clientIp: string): Answer {
  if (transactions.length === 0) return answerRefusal("order_not_found", clientIp);
  const newestFirst = [...transactions].reverse();
  return answerXml([
    ["approved", "1"],
    ["transactions", newestFirst.map((item) => ["transaction", recordElements(item)] as const)],
  ]);
}

const recordElements = (item: Transaction): XmlContent => [
  ["orderID", orderPrefix + item.orderId],
  ["ccno", spacedMask(item.maskedPan)],
  ["amount", decimalText(item.amountKurus).replace(".", ",")],
  ["currencyCode", lira],
  ["authCode", item.refusal === null ? item.authCode : ""],
  ["tranDate", dottedTime(item.at)],
  ["state", states[item.kind]],
  ["txnStatus", item.refusal === null ? "1" : "0"],
  ["hostlogkey", toHostLogKey(item.transactionId)],
];

const states = { sale: "Sale", void: "Reverse", credit: "Return" } as const;
