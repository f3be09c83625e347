import type { DeclineReason } from "@/server/banks/bank";
import { hostReasons, tableOf } from "@/server/banks/host-codes";

/** Why the bank said no: its `ERRORCODE` says more than its `ProcReturnCode`, which is 99 for most errors. */
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
 * An `Error` is the gateway's own word, said before or around the host. Only a code that is known to come before
 * the host is a refusal: with any other the host may have booked the transaction, and is asked (rule 6). A
 * `Declined` with the same code is the host's answer, and final. An error without any code is known of refused
 * refunds (protocols.md §2.7); of a capture it says nothing about the host.
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

/** The bank has a successful order under this id: for a capture that can only be our own. */
export const orderExists = "CORE-2507";

const byErrorCode = tableOf({
  "CORE-2008": "nothing_to_void",
  "CORE-2012": "invalid_card",
  "CORE-2507": "duplicate_order",
  "CORE-2508": "day_not_closed",
  "CORE-2603": "installment_not_allowed",
  "HPP-1001": "invalid_card",
  "215021": "amount_exceeds_remaining",
});

const doubtfulReturnCodes: ReadonlySet<string> = new Set(["06", "68", "91", "96", "99"]);
/** Gateway codes that are known to come before the host is asked. */
const refusals: ReadonlySet<string> = new Set([...byErrorCode.keys(), "CORE-2509", "3D-1007"]);
