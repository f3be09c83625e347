import type { Operation, Outcome, WireResponse } from "@/server/banks/bank";
import { parseXml } from "@/server/banks/wire";
import { type Answer, isApproved, isDeclined, readAnswer } from "./answer";
import { bankCodeOf, declineReason, isDoubtful, isOrderTaken } from "./codes";
import { decodeHistory } from "./history";
import { decodeStatus } from "./status";

/** Every answer names the order, refusals too. */
export function decode(operation: Operation, response: WireResponse): Outcome {
  const answer = readAnswer(parseXml(response.body, response.contentType));
  if (answer === null) return { kind: "unknown", cause: "unreadable" };
  const { orderId } = "order" in operation ? operation.order : operation;
  if (answer.orderId !== orderId) return { kind: "unknown", cause: "mismatch" };
  switch (operation.kind) {
    case "capture":
    case "void":
    case "credit":
      return decodeMoneyCall(operation, answer);
    case "inquire":
      return decodeStatus(answer);
    case "history":
      return decodeHistory(answer);
    case "prepare":
    case "resolve":
      return { kind: "unknown", cause: "not_understood" };
  }
}

/** Approved or refused by code and word; whatever lies between has to be inquired. */
function decodeMoneyCall(operation: Operation, answer: Answer): Outcome {
  const { kind } = operation;
  if (isApproved(answer)) return { kind: "approved", references: answer.references, at: answer.at };
  const doubtful = isDoubtful(answer) || (kind === "capture" && isOrderTaken(answer));
  return isDeclined(answer) && !doubtful
    ? {
        kind: "declined",
        reason: declineReason(answer, kind, countOf(operation)),
        bankCode: bankCodeOf(answer),
      }
    : { kind: "unknown", cause: "not_understood" };
}

const countOf = (operation: Operation): number => ("order" in operation ? operation.order.installment : 1);
