import type { Operation, Outcome, WireResponse } from "@/server/banks/bank";
import { columnText } from "@/server/banks/host-codes";
import { parseXml } from "@/server/banks/wire";
import { type Answer, readAnswer } from "./answer";
import { declineReason, isDoubtfulError, orderExists } from "./codes";
import { decodeHistory } from "./history";
import { decodeStatus } from "./status";

export function decode(operation: Operation, response: WireResponse): Outcome {
  const answer = readAnswer(parseXml(response.body, response.contentType));
  if (answer === null) return { kind: "unknown", cause: "unreadable" };
  switch (operation.kind) {
    case "capture":
      return decodeMoneyCall(operation.kind, operation.order.orderId, answer);
    case "void":
    case "credit":
      return decodeMoneyCall(operation.kind, operation.orderId, answer);
    case "inquire":
      return decodeStatus(operation.orderId, answer);
    case "history":
      return decodeHistory(operation.orderId, answer);
    case "prepare":
    case "resolve":
      return { kind: "unknown", cause: "not_understood" };
  }
}

/** Approved by word and by code, or refused by both; whatever lies between has to be inquired. */
function decodeMoneyCall(kind: "capture" | "void" | "credit", orderId: string, answer: Answer): Outcome {
  const { response, returnCode, errorCode } = answer;
  if (answer.orderId !== null && answer.orderId !== orderId) return { kind: "unknown", cause: "mismatch" };
  if (response === "Approved" && returnCode === "00") {
    return { kind: "approved", references: answer.references, at: answer.at };
  }
  // Some refusals of refunds carry no ProcReturnCode at all.
  const refused = (response === "Declined" || response === "Error") && returnCode !== "00";
  const doubtful =
    (kind === "capture" && errorCode === orderExists) ||
    (response === "Error" && isDoubtfulError(kind, errorCode, returnCode));
  return refused && !doubtful
    ? { kind: "declined", reason: declineReason(errorCode, returnCode), bankCode: bankCodeOf(answer) }
    : { kind: "unknown", cause: "not_understood" };
}

/** The most telling code. */
const bankCodeOf = (answer: Answer): string =>
  columnText(answer.errorCode ?? answer.returnCode ?? answer.response ?? "");
