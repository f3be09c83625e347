import type { DeclineReason } from "@/server/banks/bank";
import { hostReasons, toReasonTable } from "@/server/banks/host-codes";

/** Returns the reason of a refusal. `ERRORCODE` is read before `ProcReturnCode`, which is 99 for most errors. */
export function declineReason(errorCode: string | null, returnCode: string | null): DeclineReason {
  const hostCode = /^ISO8583-(\d\d)$/.exec(errorCode ?? "")?.[1];
  return (
    byErrorCode.get(errorCode ?? "") ??
    hostReasons.get(hostCode ?? "") ??
    hostReasons.get(returnCode ?? "") ??
    "bank_error"
  );
}

/**
 * Returns whether an `Error` leaves the outcome open. An `Error` is the gateway's own answer, given before or around
 * the host. It is a refusal only with a code that is known to come before the host; with any other code the host may
 * have booked the transaction, so the outcome is unknown and the bank is asked (R6). A `Declined` with the same code is
 * the host's answer, and final. Refused refunds are known to come as an error without any code (B-2.7); for a capture
 * such an error says nothing about the host.
 */
export function isDoubtfulError(
  kind: "capture" | "void" | "credit",
  errorCode: string | null,
  returnCode: string | null,
): boolean {
  if (errorCode === null && returnCode === null) return kind === "capture";
  if (errorCode === null) return doubtfulReturnCodes.has(returnCode ?? "");
  const hostCode = /^ISO8583-(\d\d)$/.exec(errorCode)?.[1];
  const known = hostCode === undefined ? refusals.has(errorCode) : hostReasons.has(hostCode);
  return !known || doubtfulReturnCodes.has(hostCode ?? "");
}

/** The bank has a successful order under this id. As an answer to a capture, that order can only be our own sale. */
export const orderExistsCode = "CORE-2507";

const byErrorCode = toReasonTable({
  "CORE-2008": "nothing_to_void",
  "CORE-2012": "invalid_card",
  "CORE-2507": "duplicate_order",
  "CORE-2508": "day_not_closed",
  "CORE-2603": "installment_not_allowed",
  "HPP-1001": "invalid_card",
  "215021": "amount_exceeds_remaining",
});

const doubtfulReturnCodes: ReadonlySet<string> = new Set(["06", "68", "91", "96", "99"]);
/** The gateway's codes that are known to come before the host is asked. */
const refusals: ReadonlySet<string> = new Set([
  ...byErrorCode.keys(),
  "CORE-2201",
  "CORE-2202",
  "CORE-2254",
  "CORE-2509",
  "3D-1007",
]);
