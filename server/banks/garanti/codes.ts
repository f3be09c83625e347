import type { OperationKind } from "@/server/banks/bank";
import {
  finalHostCodes,
  findReason,
  hostCodes,
  toCodeTable,
  toColumnText,
  unknownReason,
} from "@/server/banks/host-codes";
import type { BankRefusal } from "@/server/domain/banks/decline";
import type { Answer } from "./answer";

/** The codes of a refusal, from an answer's response or from a status record. */
export type Refusal = Pick<Answer, "source" | "code" | "reasonCode" | "systemMessage">;

/** The gateway's own code; its `ReasonCode` gives the reason. */
export const gatewayCode = "92";

/**
 * Returns the reason of a refusal. Code 13 (amount) for a credit means that less is left than our books say, because we
 * never send more than they say.
 * @param installment the number of installments that was sent. The bank has the same codes for a count that it does not
 * allow and for a card that may not do this operation (B-7.3).
 */
export function declineReason(refusal: Refusal, kind?: OperationKind, installment = 1): BankRefusal {
  const { code, systemMessage } = refusal;
  if (code === gatewayCode) return gatewayReason(refusal);
  if (code === "13" && kind === "credit") return "amount_exceeds_remaining";
  // 12 is an invalid transaction; only the system message shows that the security code was wrong.
  if (code === "12" && /CVC|CVV/i.test(systemMessage ?? "")) return "invalid_security_code";
  if (installment > 1 && (code === "12" || code === "57")) return "installment_not_accepted";
  return findReason(code, ownHostCodes, hostCodes) ?? unknownReason;
}

/**
 * Returns the reason of code 92. In ISO 8583 it means that the issuer cannot be reached, which only a host can answer.
 */
const gatewayReason = ({ source, reasonCode }: Refusal): BankRefusal =>
  findReason(reasonCode, reasonCodes) ?? (source === "HOST" ? "bank_unavailable" : unknownReason);

/**
 * Returns whether a refusal leaves the outcome open. The gateway refuses before or around the host: its refusal is
 * final only with a code that is known to come before the host. With any other code the host may have booked the
 * transaction, so the outcome is unknown and the bank is asked (R6). A refusal of the host itself is final, except the
 * code for an answer that came too late.
 */
export function isDoubtful({ source, code, reasonCode }: Refusal): boolean {
  if (code === tooLate) return true;
  if (code === gatewayCode && reasonCode !== null && reasonCode !== gatewayCode) return !reasonCodes.has(reasonCode);
  if (source === "HOST") return code === null || !/^\d{2}$/.test(code);
  return code === gatewayCode || lostHost.has(code ?? "") || !finalCodes.has(code ?? "");
}

/** Returns whether the bank has a sale under this id. As an answer to a capture, that can only be our own sale. */
export const isOrderTaken = ({ code, reasonCode }: Refusal): boolean => code === gatewayCode && reasonCode === "0104";

/** Returns whether the bank knows no operation under this id. A history has a further code for it. */
export const isNotFound = ({ code, reasonCode }: Refusal, question: "inquire" | "history"): boolean =>
  code === gatewayCode && (reasonCode === "0110" || (question === "history" && reasonCode === "0108"));

/** Returns the most specific code of a refusal, e.g. `92-0104`. */
export const toBankCode = ({ code, reasonCode }: Pick<Refusal, "code" | "reasonCode">): string =>
  toColumnText(
    code === gatewayCode && reasonCode !== null && reasonCode !== code ? `${code}-${reasonCode}` : (code ?? ""),
  );

/** The reasons of code 92 that are known to come before the host is asked (B-3.5). */
export const reasonCodes = toCodeTable({
  "0001": ["bank_setup", "bank document", "forbidden character"],
  "0002": ["bank_setup", "bank document", "mandatory field missing"],
  "0003": ["bank_setup", "bank document", "wrong length"],
  "0101": ["nothing_to_void", "bank document", "nothing found to void"],
  "0103": ["reversal_refused", "bank document", "nothing to refund"],
  "0104": ["duplicate", "bank document", "one sale per order"],
  "0108": ["nothing_to_void", "bank document", "no transaction found"],
  "0109": ["nothing_to_void", "bank document", "nothing found to void"],
  "0110": ["nothing_to_void", "bank document", "order not found"],
  "0201": ["nothing_to_void", "bank document", "nothing found to void"],
  "0202": ["reversal_refused", "bank document", "several can be voided, name the reference"],
  "0203": ["reversal_refused", "bank document", "several can be voided, the last one first"],
  "0207": ["reversal_refused", "bank document", "several can be voided"],
  "0208": ["reversal_refused", "bank document", "several can be voided"],
  "0210": ["nothing_to_void", "bank document", "nothing found to void"],
  "0214": ["amount_exceeds_remaining", "bank document", "more than is left"],
  "0231": ["bank_setup", "bank document", "field malformed"],
  "0402": ["attempts_exceeded", "bank document", "the shop's limit per card"],
  "0405": ["attempts_exceeded", "bank document", "the shop's limit per address"],
  "0651": ["bank_setup", "bank document", "password of the user wrong"],
  "0652": ["bank_setup", "bank document", "user without this right"],
  "0653": ["bank_setup", "bank document", "user not known at this terminal"],
  "0654": ["bank_setup", "bank document", "user closed"],
  "0752": ["bank_setup", "bank document", "terminal not known"],
  "0753": ["bank_setup", "bank document", "merchant number of another terminal"],
  "0763": ["bank_setup", "bank document", "terminal without this right"],
  "0764": ["bank_setup", "bank document", "terminal without this right"],
  "0769": ["bank_setup", "bank document", "address not on the terminal's list"],
  "0804": ["bank_setup", "bank document", "3-D Secure proof of another amount or order"],
  "0809": ["bank_setup", "bank document", "sub-merchant id missing"],
});

/** What a code of the host means at this bank, where it differs from the standard. */
export const ownHostCodes = toCodeTable({
  "93": ["closed_to_internet", "public sample", "card closed to the internet"],
});

/** The host's codes that are final, also when the gateway says them. */
const finalCodes: ReadonlySet<string> = new Set([...finalHostCodes, "03", "12", "13", "58", "93"]);

/** The host's answer came too late, so the transaction may have been booked. */
const tooLate = "68";

/** The codes of a gateway that lost the connection to its host. */
const lostHost: ReadonlySet<string> = new Set(["06", "09", "91", "96", "99"]);
