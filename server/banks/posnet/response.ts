import type { BankAccount, BankOrder, Operation, Outcome, WireResponse } from "@/server/banks/bank";
import { digestsEqual } from "@/server/banks/compare";
import {
  type Answer,
  foldedTexts,
  isDone,
  notUnderstood,
  parseAnswer,
  readAnswer,
  toReferences,
  unknown,
} from "./answer";
import { decodeRefusal } from "./codes";
import { chargeMac } from "./hash";
import { decodeHistory } from "./history";
import { toLaterOrderId, toMacAccount, toMacOrder } from "./order";
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
      return decodeStatus(toLaterOrderId(operation.orderId, account), answer);
    case "history":
      return decodeHistory(toLaterOrderId(operation.orderId, account), answer);
  }
}

type OperationByKind<Kind> = Extract<Operation, { readonly kind: Kind }>;

const noReferences = { authCode: null, rrn: null, transactionId: null };

/** Reads the packets that the browser carries to the bank; only the bank can decrypt them. */
function decodePrepare(operation: OperationByKind<"prepare">, answer: Answer): Outcome {
  if (answer.approved === "0") return decodeRefusal(operation, answer);
  const part = answer.part("oosRequestDataResponse");
  const texts = part && foldedTexts(part);
  if (!texts || !isDone(answer)) return notUnderstood;
  const [data1 = "", data2 = "", sign = ""] = ["DATA1", "DATA2", "SIGN"].map((name) => texts.get(name));
  const isWhole = [data1, data2, sign].every((text) => /^[!-~]{1,4000}$/.test(text));
  return isWhole ? { kind: "approved", references: noReferences, prepared: { data1, data2, sign } } : notUnderstood;
}

/**
 * Returns approved only with the bank's mac over its key and our order, because nothing else in the answer names the
 * order.
 */
function decodeCapture(operation: OperationByKind<"capture">, answer: Answer, account: BankAccount): Outcome {
  const { approved, hostLogKey, mac } = answer;
  const isGenuine = digestsEqual(computeChargeMac(operation.order, hostLogKey, account), mac ?? "");
  if (approved === "1") {
    if (!isGenuine) return unknown("mismatch");
    return isDone(answer) && isTransactionKey(hostLogKey)
      ? { kind: "approved", references: toReferences(answer), at: answer.at }
      : notUnderstood;
  }
  // 2 means that this order was approved before, by a call whose answer we did not get: unknown, so the bank is asked.
  if (approved !== "0" || hostLogKey !== null) return notUnderstood;
  return mac === null || isGenuine ? decodeRefusal(operation, answer) : unknown("mismatch");
}

const computeChargeMac = (order: BankOrder, hostLogKey: string | null, account: BankAccount): string =>
  chargeMac(hostLogKey ?? "", toMacOrder(order), toMacAccount(account));

const isTransactionKey = (text: string | null): boolean => /^\w{1,32}$/.test(text ?? "");

/**
 * Reads the answer to a void or credit. It names no order and has no mac, so an approval must contain the bank's own
 * key of the operation, which distinguishes it from other answers (B-4.4).
 */
function decodeReversal(operation: OperationByKind<"void" | "credit">, answer: Answer): Outcome {
  const { approved, hostLogKey } = answer;
  if (isDone(answer) && isTransactionKey(hostLogKey))
    return { kind: "approved", references: toReferences(answer), at: answer.at };
  return approved === "0" && hostLogKey === null ? decodeRefusal(operation, answer) : notUnderstood;
}
