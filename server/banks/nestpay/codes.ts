import { finalHostCodes, findReason, hostCodes, toCodeTable, unknownReason } from "@/server/banks/host-codes";
import type { BankRefusal } from "@/server/domain/banks/decline";

/** Returns the reason of a refusal. `ERRORCODE` is read before `ProcReturnCode`, which is 99 for most errors. */
export function declineReason(errorCode: string | null, returnCode: string | null): BankRefusal {
  return (
    findReason(errorCode, refusalCodes, openCodes) ??
    findReason(readHostCode(errorCode), hostCodes) ??
    findReason(returnCode, hostCodes) ??
    unknownReason
  );
}

const readHostCode = (errorCode: string | null): string | undefined => /^ISO8583-(\d\d)$/.exec(errorCode ?? "")?.[1];

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
  const hostCode = readHostCode(errorCode);
  const known = hostCode === undefined ? refusalCodes.has(errorCode) : finalHostCodes.has(hostCode);
  return !known || doubtfulReturnCodes.has(hostCode ?? "");
}

/** The bank has a successful order under this id. As an answer to a capture, that order can only be our own sale. */
export const orderExistsCode = "CORE-2507";

/** The gateway's codes that are known to come before the host is asked. */
export const refusalCodes = toCodeTable({
  "CORE-2008": ["nothing_to_void", "public sample", "nothing to void"],
  "CORE-2012": ["invalid_card", "public sample", "format of the card number"],
  "CORE-2201": ["bank_setup", "practice", "API user not authenticated"],
  "CORE-2202": ["bank_setup", "practice", "API user without this right"],
  "CORE-2254": ["bank_setup", "practice", "address not on the shop's list"],
  "CORE-2507": ["duplicate", "public sample", "order id used"],
  "CORE-2508": ["day_not_closed", "public sample", "no credit before day-end"],
  "CORE-2509": ["reversal_refused", "public sample", "no matching pre-authorisation"],
  "CORE-2603": ["installment_not_accepted", "public sample", "installment count not allowed"],
  "HPP-1001": ["invalid_card", "public sample", "card data wrong on the bank's page"],
  "3D-1007": ["bank_setup", "public sample", "shop not entitled to the 3-D model"],
  "215021": ["amount_exceeds_remaining", "public sample", "net amount 0, nothing left"],
});

/** Codes of the gateway that do not say whether the host was asked. They explain a `Declined` and end nothing else. */
export const openCodes = toCodeTable({
  "CORE-1019": ["bank_setup", "practice", "currency not allowed"],
  "2100": ["bank_unavailable", "public sample", "system initialisation"],
  "992104": ["bank_unavailable", "public sample", "system initialisation"],
});

const doubtfulReturnCodes: ReadonlySet<string> = new Set(["06", "68", "91", "96", "99"]);
