import type { BankAccount, BankOrder, Operation, Outcome, WireResponse } from "@/server/banks/bank";
import { digestsEqual } from "@/server/banks/compare";
import {
  type Answer,
  foldedTexts,
  isDone,
  notUnderstood,
  parseAnswer,
  readAnswer,
  referencesOf,
  unknown,
} from "./answer";
import { refusalOf } from "./codes";
import { chargeMac } from "./hash";
import { decodeHistory } from "./history";
import { laterIdOf, macAccountOf, macOrderOf } from "./order";
import { decodeResolve } from "./resolve";
import { decodeStatus } from "./status";

export function decode(operation: Operation, response: WireResponse, account: BankAccount): Outcome {
  const answer = readAnswer(parseAnswer(response));
  if (answer === null) return unknown("unreadable");
  switch (operation.kind) {
    case "prepare":
      return decodePrepare(operation, answer);
    case "resolve":
      return decodeResolve(operation.order, operation.proofs, answer, account);
    case "capture":
      return decodeCapture(operation, answer, account);
    case "void":
    case "credit":
      return decodeReversal(operation, answer);
    case "inquire":
      return decodeStatus(laterIdOf(operation.orderId, account), answer);
    case "history":
      return decodeHistory(laterIdOf(operation.orderId, account), answer);
  }
}

type Asked<Kind> = Extract<Operation, { readonly kind: Kind }>;

const none = { authCode: null, rrn: null, transactionId: null };

/** What the browser is to carry, encrypted by the bank and for nobody else to read. */
function decodePrepare(asked: Asked<"prepare">, answer: Answer): Outcome {
  if (answer.approved === "0") return refusalOf(asked, answer);
  const part = answer.part("oosRequestDataResponse");
  const texts = part && foldedTexts(part);
  if (!texts || !isDone(answer)) return notUnderstood;
  const [data1 = "", data2 = "", sign = ""] = ["DATA1", "DATA2", "SIGN"].map((name) => texts.get(name));
  const isWhole = [data1, data2, sign].every((text) => /^[!-~]{1,4000}$/.test(text));
  return isWhole ? { kind: "approved", references: none, prepared: { data1, data2, sign } } : notUnderstood;
}

/** Approved only under the bank's mac over its key and our order: no other part of the answer names the order. */
function decodeCapture(asked: Asked<"capture">, answer: Answer, account: BankAccount): Outcome {
  const { approved, hostLogKey, mac } = answer;
  const isGenuine = digestsEqual(macOf(asked.order, hostLogKey, account), mac ?? "");
  if (approved === "1") {
    if (!isGenuine) return unknown("mismatch");
    return isDone(answer) && isKey(hostLogKey)
      ? { kind: "approved", references: referencesOf(answer), at: answer.at }
      : notUnderstood;
  }
  // 2: this order was approved before, by a call of which we do not know the answer.
  if (approved !== "0" || hostLogKey !== null) return notUnderstood;
  return mac === null || isGenuine ? refusalOf(asked, answer) : unknown("mismatch");
}

const macOf = (order: BankOrder, hostLogKey: string | null, account: BankAccount): string =>
  chargeMac(hostLogKey ?? "", macOrderOf(order), macAccountOf(account));

const isKey = (text: string | null): boolean => /^\w{1,32}$/.test(text ?? "");

/** The answer names no order and has no mac; that it has a key of its own is what tells it from other answers. */
function decodeReversal(asked: Asked<"void" | "credit">, answer: Answer): Outcome {
  const { approved, hostLogKey } = answer;
  if (isDone(answer) && isKey(hostLogKey))
    return { kind: "approved", references: referencesOf(answer), at: answer.at };
  return approved === "0" && hostLogKey === null ? refusalOf(asked, answer) : notUnderstood;
}
