import type { Outcome } from "@/server/banks/bank";
import { toColumnText } from "@/server/banks/host-codes";
import { toBankMessage } from "@/server/banks/redaction/bank-message";
import { type Answer, belongsToOrder, hasForeignCurrency } from "./answer";
import { authenticatedCode, declineReason, inProgressCode, isRepetition, originalNotFoundCode } from "./codes";

/**
 * Reads the answer to `OrderInquiry`, the last record of the order. The bank does not check the password of an inquiry
 * (B-5.4), so its answer proves nothing about the account.
 */
export function decodeStatus(orderId: string, status: Answer): Outcome {
  if (isUnknownOrder(orderId, status)) return { kind: "not_found" };
  if (!belongsToOrder(orderId, status) || hasForeignCurrency(status)) return { kind: "unknown", cause: "mismatch" };
  return toOutcome(status) ?? { kind: "unknown", cause: "not_understood" };
}

/** After a refund, an unclear void or a second try, only the history shows what happened to the sale (B-5.4). */
const saleNotShown: Outcome = { kind: "unknown", cause: "sale_not_shown" };

/** Something undid the sale or gave money of it back, so the history must show that too. */
const reversalShown: Outcome = { kind: "unknown", cause: "reversal_shown" };

function toOutcome(status: Answer): Outcome | null {
  switch (status.type) {
    case "Auth":
      return toSaleOutcome(status);
    case "Refund":
      return isDone(status) ? reversalShown : saleNotShown;
    case "Void":
      // A refund can be voided too; the sale then remains paid. So only a void that names the sale counts.
      if (!isDone(status)) return saleNotShown;
      return status.orgType === "Auth" ? { kind: "voided" } : reversalShown;
    default:
      return null;
  }
}

function toSaleOutcome(status: Answer): Outcome | null {
  const isVoided = readFlag(status.isVoided);
  if (isVoided === null) return null;
  switch (status.state) {
    case "Y":
      if (!isBooked(status)) return null;
      if (isVoided) return { kind: "voided" };
      return status.isRefunded ? reversalShown : toPaid(status);
    case "V":
      return isBooked(status) && status.isVoided !== "false" ? { kind: "voided" } : null;
    case "N":
      return isVoided ? null : toNotPaid(status);
    default:
      return null;
  }
}

const isBooked = ({ returnCode }: Answer): boolean => returnCode === "00";

/** Returns whether a void or refund is booked. */
export const isDone = (record: Answer): boolean => record.state === "Y" && isBooked(record);

/**
 * Returns paid only when the record names an amount and a currency, because it is what confirms an approved capture
 * (B-5.4). `decodeStatus` has refused any currency except lira before.
 */
function toPaid({ amountKurus, currency, references, at }: Answer): Outcome | null {
  return amountKurus === null || currency === null ? null : { kind: "paid", amountKurus, references, at };
}

/**
 * Returns the outcome of a sale that was not done. An order that was authenticated and never charged is `not_found`: no
 * charge is on record, though one may still arrive.
 */
function toNotPaid({ returnCode, message }: Answer): Outcome | null {
  if (returnCode === null || returnCode === "00" || returnCode === inProgressCode) return null;
  if (returnCode === authenticatedCode) return { kind: "not_found", wasAuthenticated: true };
  // The last record is of a second try; an earlier record of the first try may have taken the money.
  if (isRepetition(returnCode)) return saleNotShown;
  const words = toBankMessage(message);
  return { kind: "declined", reason: declineReason(returnCode), bankCode: toColumnText(returnCode), ...words };
}

/**
 * Returns whether the bank has no transaction under this id. It then echoes the request together with the code V013.
 */
export const isUnknownOrder = (orderId: string, answer: Answer): boolean =>
  answer.returnCode === originalNotFoundCode &&
  !transactionTypes.has(answer.type ?? "") &&
  answer.state !== "Y" &&
  answer.state !== "V" &&
  [answer.orderId, answer.orgOrderId, answer.transId].every((id) => id === null || id === orderId);

const transactionTypes: ReadonlySet<string> = new Set(["Auth", "PreAuth", "PostAuth", "Void", "Refund"]);

/** Reads a flag; an absent one is false. Returns null for any other text. */
const readFlag = (text: string | null): boolean | null =>
  text === null || /^false$/i.test(text) ? false : /^true$/i.test(text) ? true : null;
