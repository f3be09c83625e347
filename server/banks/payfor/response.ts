import type { Operation, Outcome, WireResponse } from "@/server/banks/bank";
import { toColumnText } from "@/server/banks/host-codes";
import { toBankMessage } from "@/server/banks/redaction/bank-message";
import { parseXml } from "@/server/banks/wire";
import { type Answer, hasForeignCurrency, readAnswer } from "./answer";
import { declineReason, isDoubtful } from "./codes";
import { decodeHistory } from "./history";
import { decodeStatus } from "./status";

export function decode(operation: Operation, response: WireResponse): Outcome {
  const root = parseXml(response.body, response.contentType);
  if (operation.kind === "history") return decodeHistory(operation.orderId, root);
  const answer = readAnswer(root);
  if (answer === null) return { kind: "unknown", cause: "unreadable" };
  switch (operation.kind) {
    case "capture":
      return decodeCapture(operation.order, answer);
    case "void":
    case "credit":
      return decodeMoneyCall(operation.kind, operation.orderId, answer);
    case "inquire":
      return decodeStatus(operation.orderId, answer);
    case "prepare":
    case "resolve":
      return { kind: "unknown", cause: "not_understood" };
  }
}

/**
 * Reads the answer to a capture. The bank binds the amount to the guid; an answer that names an amount must name ours.
 */
function decodeCapture(order: { orderId: string; amountKurus: bigint }, answer: Answer): Outcome {
  const outcome = decodeMoneyCall("capture", order.orderId, answer);
  const isOther = (answer.amount !== null && answer.amountKurus !== order.amountKurus) || hasForeignCurrency(answer);
  return outcome.kind === "approved" && isOther ? { kind: "unknown", cause: "mismatch" } : outcome;
}

/**
 * Returns approved only for an answer that names our order; anything else but a refusal is unknown, and the bank is
 * asked.
 */
function decodeMoneyCall(kind: "capture" | "void" | "credit", orderId: string, answer: Answer): Outcome {
  const { returnCode, transId } = answer;
  if (returnCode === null) return { kind: "unknown", cause: "not_understood" };
  const approved = returnCode === "00";
  if (transId === null ? approved : transId !== orderId) return { kind: "unknown", cause: "mismatch" };
  if (approved) return { kind: "approved", references: answer.references, at: answer.at };
  return isDoubtful(kind, returnCode)
    ? { kind: "unknown", cause: "not_understood" }
    : {
        kind: "declined",
        reason: declineReason(returnCode),
        bankCode: toColumnText(returnCode),
        ...toBankMessage(answer.message),
      };
}
