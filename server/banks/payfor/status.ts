import type { Outcome } from "@/server/banks/bank";
import { columnText } from "@/server/banks/host-codes";
import { type Answer, isForeign, isRecordOf } from "./answer";
import { authenticated, declineReason, inProgress, isRepetition, originalNotFound } from "./codes";

/**
 * Reads what `OrderInquiry` found: the last record of the order. The bank does not check the password of an inquiry
 * (protocols.md §5.4), so an answer to one says nothing about the account.
 */
export function decodeStatus(orderId: string, status: Answer): Outcome {
  if (isUnknownOrder(orderId, status)) return { kind: "not_found" };
  if (!isRecordOf(orderId, status) || isForeign(status)) return { kind: "unknown", cause: "mismatch" };
  return outcomeOf(status) ?? { kind: "unknown", cause: "not_understood" };
}

function outcomeOf(status: Answer): Outcome | null {
  switch (status.type) {
    case "Auth":
      return outcomeOfSale(status);
    case "Refund":
      // Money goes back of a sale that was paid only; the amount is then the refund's.
      return isBooked(status) && status.state === "Y" ? paidOf(status) : null;
    case "Void":
      // A refund can be voided too, and then the sale stands.
      return isBooked(status) && status.state === "Y" && (status.orgType ?? "Auth") === "Auth"
        ? { kind: "voided" }
        : null;
    default:
      return null;
  }
}

function outcomeOfSale(status: Answer): Outcome | null {
  const isVoided = readFlag(status.isVoided);
  if (isVoided === null) return null;
  switch (status.state) {
    case "Y":
      if (!isBooked(status)) return null;
      return isVoided ? { kind: "voided" } : paidOf(status);
    case "V":
      return isBooked(status) && status.isVoided !== "false" ? { kind: "voided" } : null;
    case "N":
      return isVoided ? null : notPaidOf(status);
    default:
      return null;
  }
}

const isBooked = ({ returnCode }: Answer): boolean => returnCode === "00";

/** In so many words in lira: an approved capture is believed by this alone. */
function paidOf({ type, amountKurus, currency, references, at }: Answer): Outcome | null {
  if (amountKurus === null || currency === null) return null;
  // The record of a refund names the refund's time, not the sale's.
  return { kind: "paid", amountKurus, references, at: type === "Auth" ? at : undefined };
}

/** Authenticated and never charged is as good as not there: no charge is on record, though one may still arrive. */
function notPaidOf({ returnCode }: Answer): Outcome | null {
  if (returnCode === null || returnCode === "00" || returnCode === inProgress) return null;
  if (returnCode === authenticated) return { kind: "not_found" };
  // The last record is then of a second try, and what the first one took stands before it.
  if (isRepetition(returnCode)) return null;
  return { kind: "declined", reason: declineReason(returnCode), bankCode: columnText(returnCode) };
}

/** The bank has no transaction under this id: it tells back what was asked, with that code. */
export const isUnknownOrder = (orderId: string, answer: Answer): boolean =>
  answer.returnCode === originalNotFound &&
  !transactionTypes.has(answer.type ?? "") &&
  answer.state !== "Y" &&
  answer.state !== "V" &&
  [answer.orderId, answer.orgOrderId, answer.transId].every((id) => id === null || id === orderId);

const transactionTypes: ReadonlySet<string> = new Set(["Auth", "PreAuth", "PostAuth", "Void", "Refund"]);

/** Absent is false; null for what is neither. */
const readFlag = (text: string | null): boolean | null =>
  text === null || /^false$/i.test(text) ? false : /^true$/i.test(text) ? true : null;
