import type { Operation, Outcome, WireResponse } from "@/server/banks/bank";
import { toColumnText } from "@/server/banks/host-codes";
import { toBankMessage } from "@/server/banks/redaction/bank-message";
import { parseXml } from "@/server/banks/wire";
import { type Answer, readAnswer } from "./answer";
import { declineReason, isDoubtfulError, orderExistsCode } from "./codes";
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

/**
 * Returns approved or declined where `Response` and the codes agree; otherwise unknown, and the bank is asked (B-2.7).
 */
function decodeMoneyCall(kind: "capture" | "void" | "credit", orderId: string, answer: Answer): Outcome {
  const { response, returnCode, errorCode } = answer;
  if (answer.orderId !== null && answer.orderId !== orderId) return { kind: "unknown", cause: "mismatch" };
  if (response === "Approved" && returnCode === "00") {
    return { kind: "approved", references: answer.references, at: answer.at };
  }
  // Some refusals of refunds carry no ProcReturnCode, so only 00 contradicts a refusal.
  const refused = (response === "Declined" || response === "Error") && returnCode !== "00";
  const doubtful =
    (kind === "capture" && errorCode === orderExistsCode) ||
    (response === "Error" && isDoubtfulError(kind, errorCode, returnCode));
  return refused && !doubtful
    ? {
        kind: "declined",
        reason: declineReason(errorCode, returnCode),
        bankCode: toBankCode(answer),
        ...toBankMessage(answer.errorMessage),
      }
    : { kind: "unknown", cause: "not_understood" };
}

/** Returns the most specific code of the answer. */
const toBankCode = (answer: Answer): string =>
  toColumnText(answer.errorCode ?? answer.returnCode ?? answer.response ?? "");
