import type { DeclineReason, OperationKind } from "@/server/banks/bank";
import { hostReasons, toReasonTable } from "@/server/banks/host-codes";

/** Returns the reason of a refusal by `ProcReturnCode`, which holds codes of the gateway and of ISO 8583 (B-5.4). */
export function declineReason(returnCode: string): DeclineReason {
  return findReason(returnCode) ?? "bank_error";
}

/**
 * Returns whether a code leaves the outcome open. The gateway and the host share one field, so only a code that is
 * known as a refusal, or has the form of one, is a refusal. With any other code the outcome is unknown and the bank is
 * asked (R6).
 */
export function isDoubtful(kind: OperationKind, returnCode: string): boolean {
  if (kind === "capture" && isRepetition(returnCode)) return true;
  if (doubtfulCodes.has(returnCode)) return true;
  return findReason(returnCode) === undefined && !refusalShape.test(returnCode);
}

/**
 * Returns whether the order id was used or captured before. As an answer to a capture, that can only be our own sale.
 */
export const isRepetition = (returnCode: string): boolean => doneBeforeCodes.has(returnCode);

const doneBeforeCodes: ReadonlySet<string> = new Set(["V025", "V029", "101310"]);

/** The code when nothing was booked under this order id. */
export const originalNotFoundCode = "V013";

/** The code when 3-D Secure succeeded and nothing has been charged yet. */
export const authenticatedCode = "V033";

/** The code while the gateway still processes the operation. */
export const inProgressCode = "V000";

/** Codes that come from around or after the host: general and system errors, a late or missing answer. */
const doubtfulCodes: ReadonlySet<string> = new Set(["06", "68", "91", "96", "99", inProgressCode, authenticatedCode]);

/**
 * The form of refusals: `M…` for an invalid request, found before the host is asked; two characters for the host's
 * code.
 */
const refusalShape = /^(M\d{3}|MR\d{2}|[0-9A-Z]{2})$/;

const findReason = (returnCode: string): DeclineReason | undefined =>
  gatewayReasons.get(returnCode) ?? hostReasons.get(returnCode);

const gatewayReasons = toReasonTable({
  V004: "bank_error",
  V013: "bank_error",
  V014: "day_not_closed",
  V015: "amount_exceeds_remaining",
  V016: "bank_error",
  V017: "nothing_to_void",
  V018: "nothing_to_void",
  V019: "bank_error",
  V023: "installment_not_allowed",
  V024: "installment_not_allowed",
  V025: "bank_error",
  V026: "bank_error",
  V027: "bank_error",
  V029: "duplicate_order",
  V034: "bank_error",
  V037: "amount_exceeds_remaining",
  V049: "bank_error",
  "101310": "duplicate_order",
  M004: "bank_error",
  M006: "expired_card",
  M008: "invalid_card",
  M019: "limit_exceeded",
  M041: "invalid_card",
});
