import type { Operation, Outcome, WireResponse } from "@/server/banks/bank";
import { columnText } from "@/server/banks/host-codes";
import { parseXml } from "@/server/banks/wire";
import { type Answer, isForeign, readAnswer } from "./answer";
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

/** The amount is bound to the guid at the bank; where an answer tells it all the same, it has to be ours. */
function decodeCapture(order: { orderId: string; amountKurus: bigint }, answer: Answer): Outcome {
  const outcome = decodeMoneyCall("capture", order.orderId, answer);
  const isOther = (answer.amount !== null && answer.amountKurus !== order.amountKurus) || isForeign(answer);
  return outcome.kind === "approved" && isOther ? { kind: "unknown", cause: "mismatch" } : outcome;
}

/** Only an approval that names our order is one; whatever is neither that nor a refusal has to be inquired. */
function decodeMoneyCall(kind: "capture" | "void" | "credit", orderId: string, answer: Answer): Outcome {
  const { returnCode, transId } = answer;
  if (returnCode === null) return { kind: "unknown", cause: "not_understood" };
  const approved = returnCode === "00";
  if (transId === null ? approved : transId !== orderId) return { kind: "unknown", cause: "mismatch" };
  if (approved) return { kind: "approved", references: answer.references, at: answer.at };
  return isDoubtful(kind, returnCode)
    ? { kind: "unknown", cause: "not_understood" }
    : { kind: "declined", reason: declineReason(returnCode), bankCode: columnText(returnCode) };
}
