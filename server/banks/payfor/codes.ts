import type { DeclineReason, OperationKind } from "@/server/banks/bank";
import { hostReasons, tableOf } from "@/server/banks/host-codes";

/** Why the bank said no, by its `ProcReturnCode`: the gateway's own words and, behind them, ISO 8583. */
export function declineReason(returnCode: string): DeclineReason {
  return reasonOf(returnCode) ?? "bank_error";
}

/**
 * Whether a code leaves open what the host did. There is one code for the gateway's word and the host's: only one that
 * is known to be a refusal, or has a shape that is one, refuses; of any other the bank is asked (rule 6).
 */
export function isDoubtful(kind: OperationKind, returnCode: string): boolean {
  if (kind === "capture" && isRepetition(returnCode)) return true;
  if (doubtfulCodes.has(returnCode)) return true;
  return reasonOf(returnCode) === undefined && !refusalShape.test(returnCode);
}

/** The order's id was used, or its amount taken, before: for a capture that can only be our own. */
export const isRepetition = (returnCode: string): boolean => doneBeforeCodes.has(returnCode);

const doneBeforeCodes: ReadonlySet<string> = new Set(["V025", "V029", "101310"]);

/** Nothing was booked under this id. */
export const originalNotFound = "V013";

/** 3-D Secure went well and nothing has been charged yet. */
export const authenticated = "V033";

/** The gateway is still at it. */
export const inProgress = "V000";

/** Said around or after the host: general and system errors, an answer that came late or not. */
const doubtfulCodes: ReadonlySet<string> = new Set(["06", "68", "91", "96", "99", inProgress, authenticated]);

/** `M…`: what we sent is not in order, found before the host is asked. Two characters: the host's own refusal. */
const refusalShape = /^(M\d{3}|MR\d{2}|[0-9A-Z]{2})$/;

const reasonOf = (returnCode: string): DeclineReason | undefined =>
  gatewayReasons.get(returnCode) ?? hostReasons.get(returnCode);

const gatewayReasons = tableOf({
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
