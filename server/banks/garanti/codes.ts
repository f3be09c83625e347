import type { DeclineReason, OperationKind } from "@/server/banks/bank";
import { hostReasons, toColumnText, toReasonTable } from "@/server/banks/host-codes";
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
export function declineReason(refusal: Refusal, kind?: OperationKind, installment = 1): DeclineReason {
  const { code, systemMessage } = refusal;
  if (code === gatewayCode) return gatewayReason(refusal);
  if (code === "13" && kind === "credit") return "amount_exceeds_remaining";
  // 12 is an invalid transaction; only the system message shows that the security code was wrong.
  if (code === "12" && /CVC|CVV/i.test(systemMessage ?? "")) return "invalid_security_code";
  if (installment > 1 && (code === "12" || code === "57")) return "installment_not_allowed";
  return byHostCode.get(code ?? "") ?? "bank_error";
}

/**
 * Returns the reason of code 92. In ISO 8583 it means that the issuer cannot be reached, which only a host can answer.
 */
const gatewayReason = ({ source, reasonCode }: Refusal): DeclineReason =>
  byReasonCode.get(reasonCode ?? "") ?? (source === "HOST" ? "issuer_unavailable" : "bank_error");

/**
 * Returns whether a refusal leaves the outcome open. The gateway refuses before or around the host: its refusal is
 * final only with a code that is known to come before the host. With any other code the host may have booked the
 * transaction, so the outcome is unknown and the bank is asked (R6). A refusal of the host itself is final, except the
 * code for an answer that came too late.
 */
export function isDoubtful({ source, code, reasonCode }: Refusal): boolean {
  if (code === tooLate) return true;
  if (code === gatewayCode && reasonCode !== null && reasonCode !== gatewayCode) return !byReasonCode.has(reasonCode);
  if (source === "HOST") return code === null || !/^\d{2}$/.test(code);
  return code === gatewayCode || lostHost.has(code ?? "") || !byHostCode.has(code ?? "");
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
const byReasonCode = toReasonTable({
  /** A forbidden character, a missing mandatory element, a wrong length. */
  "0001": "bank_error",
  "0002": "bank_error",
  "0003": "bank_error",
  "0231": "bank_error",
  /** Nothing to void, nothing to refund, one sale per order. */
  "0101": "nothing_to_void",
  "0103": "bank_error",
  "0104": "duplicate_order",
  "0108": "nothing_to_void",
  "0109": "nothing_to_void",
  "0110": "nothing_to_void",
  "0201": "nothing_to_void",
  /** Several transactions of the order can be voided: the bank demands a reference, or the last one first. */
  "0202": "bank_error",
  "0203": "bank_error",
  "0207": "bank_error",
  "0208": "bank_error",
  "0210": "nothing_to_void",
  "0214": "amount_exceeds_remaining",
  /** Limits of the shop per card and per address of a buyer. */
  "0402": "limit_exceeded",
  "0405": "limit_exceeded",
  /** The shop's users, terminal, rights or addresses differ from the bank's records. */
  "0651": "bank_error",
  "0652": "bank_error",
  "0653": "bank_error",
  "0654": "bank_error",
  "0752": "bank_error",
  "0753": "bank_error",
  "0763": "bank_error",
  "0764": "bank_error",
  "0769": "bank_error",
  /** The 3-D Secure proof is of another amount or order; the sub-merchant id is missing. */
  "0804": "bank_error",
  "0809": "bank_error",
});

const byHostCode: ReadonlyMap<string, DeclineReason> = new Map([
  ...hostReasons,
  ["03", "bank_error"],
  ["12", "bank_error"],
  ["13", "bank_error"],
  ["58", "bank_error"],
  /** The card is closed to the internet. */
  ["93", "not_permitted_online"],
]);

/** The host's answer came too late, so the transaction may have been booked. */
const tooLate = "68";

/** The codes of a gateway that lost the connection to its host. */
const lostHost: ReadonlySet<string> = new Set(["06", "09", "91", "96", "99"]);
