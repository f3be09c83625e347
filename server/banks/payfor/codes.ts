import type { OperationKind } from "@/server/banks/bank";
import { finalHostCodes, findReason, hostCodes, toCodeTable, unknownReason } from "@/server/banks/host-codes";
import type { BankRefusal } from "@/server/domain/banks/decline";

/** Returns the reason of a refusal by `ProcReturnCode`, which holds codes of the gateway and of ISO 8583 (B-5.4). */
export const declineReason = (returnCode: string): BankRefusal =>
  findReason(returnCode, refusalCodes, openCodes, hostCodes) ?? unknownReason;

/**
 * Returns whether a code leaves the outcome open. The gateway and the host share one field, so only a code that is
 * known as a refusal, or has the form of one, is a refusal. With any other code the outcome is unknown and the bank is
 * asked (R6).
 */
export function isDoubtful(kind: OperationKind, returnCode: string): boolean {
  if (kind === "capture" && isRepetition(returnCode)) return true;
  if (doubtfulCodes.has(returnCode)) return true;
  const known = refusalCodes.has(returnCode) || finalHostCodes.has(returnCode);
  return !known && !refusalShape.test(returnCode);
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

/** The gateway's codes that are known to refuse. */
export const refusalCodes = toCodeTable({
  V004: ["bank_setup", "practice", "API user not authenticated"],
  V013: ["reversal_refused", "public sample", "original not found"],
  V014: ["day_not_closed", "public sample", "no credit before day-end"],
  V015: ["amount_exceeds_remaining", "practice", "credit larger than what is left"],
  V016: ["reversal_refused", "practice", "not a pre-authorisation"],
  V017: ["nothing_to_void", "practice", "already voided"],
  V018: ["nothing_to_void", "practice", "cannot be voided"],
  V019: ["reversal_refused", "practice", "no void of a part"],
  V023: ["installment_not_accepted", "practice", "installment count not allowed"],
  V024: ["installment_not_accepted", "practice", "installments not allowed"],
  V025: ["duplicate", "practice", "captured already"],
  V026: ["reversal_refused", "practice", "hold expired"],
  V027: ["reversal_refused", "practice", "amount outside of the hold"],
  V029: ["duplicate", "practice", "order id not unique"],
  V034: ["three_ds_failed", "public sample", "3-D Secure failed"],
  V037: ["amount_exceeds_remaining", "practice", "already credited"],
  V049: ["bank_setup", "practice", "API user not authenticated"],
  "101310": ["duplicate", "practice", "order id used"],
  M004: ["amount_not_accepted", "practice", "amount malformed"],
  M006: ["invalid_expiry", "practice", "expiry malformed"],
  M008: ["invalid_card", "practice", "length of the card number"],
  M019: ["amount_not_accepted", "public sample", "the amount must be 0.01 to 200,000"],
  M041: ["invalid_card", "public sample", "card number not valid"],
});

/** Codes that explain a refusal, and of which the table of refusals says nothing. */
export const openCodes = toCodeTable({
  V036: ["bank_unavailable", "practice", "system error"],
  M030: ["bank_setup", "public sample", "hash wrong"],
  M038: ["bank_setup", "public sample", "length of the return address"],
  M047: ["bank_setup", "practice", "address not allowed"],
});
