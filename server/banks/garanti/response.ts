import type { Operation, Outcome, WireResponse } from "@/server/banks/bank";
import { toBankMessage } from "@/server/banks/redaction/bank-message";
import { parseXml } from "@/server/banks/wire";
import { type Answer, isApproved, isDeclined, readAnswer } from "./answer";
import { declineReason, isDoubtful, isOrderTaken, toBankCode } from "./codes";
import { decodeHistory } from "./history";
import { decodeStatus } from "./status";

/** Reads an answer. Every answer names the order, refusals too, so another order id is a mismatch. */
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

/** Returns approved or declined where the codes and `Message` agree; otherwise unknown, and the bank is asked. */
function decodeMoneyCall(operation: Operation, answer: Answer): Outcome {
  const { kind } = operation;
  if (isApproved(answer)) return { kind: "approved", references: answer.references, at: answer.at };
  const doubtful = isDoubtful(answer) || (kind === "capture" && isOrderTaken(answer));
  return isDeclined(answer) && !doubtful
    ? {
        kind: "declined",
        reason: declineReason(answer, kind, installmentCount(operation)),
        bankCode: toBankCode(answer),
        ...toBankMessage(answer.errorMessage ?? answer.systemMessage),
      }
    : { kind: "unknown", cause: "not_understood" };
}

const installmentCount = (operation: Operation): number => ("order" in operation ? operation.order.installment : 1);
