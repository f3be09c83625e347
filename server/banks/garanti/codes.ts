import type { DeclineReason, OperationKind } from "@/server/banks/bank";
import { columnText, hostReasons, tableOf } from "@/server/banks/host-codes";
import type { Answer } from "./answer";

/** What a refusal says, whichever part of an answer it stands in. */
export type Refusal = Pick<Answer, "source" | "code" | "reasonCode" | "systemMessage">;

/** The gateway's own code; its `ReasonCode` tells what is wrong. */
export const gatewayCode = "92";

/**
 * Why the bank said no. A credit's amount is within what we hold to be left: the bank then holds that less is.
 * @param installment the count that was sent; the bank says the same of one that it does not allow as of a card that may not
 * do this (protocols.md §7.3)
 */
export function declineReason(refusal: Refusal, kind?: OperationKind, installment = 1): DeclineReason {
  const { code, systemMessage } = refusal;
  if (code === gatewayCode) return gatewayReason(refusal);
  if (code === "13" && kind === "credit") return "amount_exceeds_remaining";
  // An invalid transaction, of which only the system's message tells that the security code was at fault.
  if (code === "12" && /CVC|CVV/i.test(systemMessage ?? "")) return "invalid_security_code";
  if (installment > 1 && (code === "12" || code === "57")) return "installment_not_allowed";
  return byHostCode.get(code ?? "") ?? "bank_error";
}

/** ISO 8583 has 92 too, for an issuer that cannot be reached; only a host can say that. */
const gatewayReason = ({ source, reasonCode }: Refusal): DeclineReason =>
  byReasonCode.get(reasonCode ?? "") ?? (source === "HOST" ? "issuer_unavailable" : "bank_error");

/**
 * The gateway's own refusals are said before or around the host: only a code that is known to come before the host is
 * one, with any other the host may have booked the transaction, and is asked (rule 6). What the host itself refuses is
 * final, unless it says that it answered too late.
 */
export function isDoubtful({ source, code, reasonCode }: Refusal): boolean {
  if (code === tooLate) return true;
  if (code === gatewayCode && reasonCode !== null && reasonCode !== gatewayCode)
    return !byReasonCode.has(reasonCode);
  if (source === "HOST") return code === null || !/^\d{2}$/.test(code);
  return code === gatewayCode || lostHost.has(code ?? "") || !byHostCode.has(code ?? "");
}

/** The bank has a sale under this id: for a capture that can only be our own. */
export const isOrderTaken = ({ code, reasonCode }: Refusal): boolean =>
  code === gatewayCode && reasonCode === "0104";

/** No operation is known under this id. A history says it in words of its own. */
export const isNotFound = ({ code, reasonCode }: Refusal, question: "inquire" | "history"): boolean =>
  code === gatewayCode && (reasonCode === "0110" || (question === "history" && reasonCode === "0108"));

/** The most telling code, e.g. `92-0104`. */
export const bankCodeOf = ({ code, reasonCode }: Pick<Refusal, "code" | "reasonCode">): string =>
  columnText(
    code === gatewayCode && reasonCode !== null && reasonCode !== code
      ? `${code}-${reasonCode}`
      : (code ?? ""),
  );

/** Reasons of code 92: all of these are said before the host is asked. */
const byReasonCode = tableOf({
  /** Forbidden characters, a mandatory element missing, a length that is wrong. */
  "0001": "bank_error",
  "0002": "bank_error",
  "0003": "bank_error",
  "0231": "bank_error",
  /** Nothing to void, nothing to refund, one sale to an order. */
  "0101": "nothing_to_void",
  "0103": "bank_error",
  "0104": "duplicate_order",
  "0108": "nothing_to_void",
  "0109": "nothing_to_void",
  "0110": "nothing_to_void",
  "0201": "nothing_to_void",
  /** Several transactions of the order can be voided: the bank wants to be told which, or the last one first. */
  "0202": "bank_error",
  "0203": "bank_error",
  "0207": "bank_error",
  "0208": "bank_error",
  "0210": "nothing_to_void",
  "0214": "amount_exceeds_remaining",
  /** Limits of the shop for one card and for one buyer's address. */
  "0402": "limit_exceeded",
  "0405": "limit_exceeded",
  /** The shop's users, terminal, rights and addresses are not as the bank has them. */
  "0651": "bank_error",
  "0652": "bank_error",
  "0653": "bank_error",
  "0654": "bank_error",
  "0752": "bank_error",
  "0753": "bank_error",
  "0763": "bank_error",
  "0764": "bank_error",
  "0769": "bank_error",
  /** What 3-D Secure proved is not for this amount or order. */
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

/** The host's answer came after its time, so that it may have been overtaken. */
const tooLate = "68";

/** Codes by which a gateway says that it lost its host. */
const lostHost: ReadonlySet<string> = new Set(["06", "09", "91", "96", "99"]);
