import type { DeclineReason } from "@/server/banks/bank";

/** Why the bank said no: its `ERRORCODE` says more than its `ProcReturnCode`, which is 99 for most errors. */
export function declineReason(errorCode: string | null, returnCode: string | null): DeclineReason {
  const hostCode = /^ISO8583-(\d\d)$/.exec(errorCode ?? "")?.[1];
  return (
    byErrorCode.get(errorCode ?? "") ??
    byReturnCode.get(hostCode ?? "") ??
    byReturnCode.get(returnCode ?? "") ??
    "bank_error"
  );
}

/**
 * An `Error` is the gateway's own word, said before or around the host. Only a code that is known to come before
 * the host is a refusal: with any other the host may have booked the transaction, and is asked (rule 6). A
 * `Declined` with the same code is the host's answer, and final.
 */
export function isDoubtfulError(errorCode: string | null, returnCode: string | null): boolean {
  if (errorCode === null) return doubtfulReturnCodes.has(returnCode ?? "");
  const hostCode = /^ISO8583-(\d\d)$/.exec(errorCode)?.[1];
  const known = hostCode === undefined ? refusals.has(errorCode) : byReturnCode.has(hostCode);
  return !known || doubtfulReturnCodes.has(hostCode ?? "");
}

/** The bank has a successful order under this id: for a capture that can only be our own. */
export const orderExists = "CORE-2507";

/** A map: a record would also have an answer for `constructor`. */
const tableOf = (reasons: Readonly<Record<string, DeclineReason>>): ReadonlyMap<string, DeclineReason> =>
  new Map(Object.entries(reasons));

const byErrorCode = tableOf({
  "CORE-2008": "nothing_to_void",
  "CORE-2012": "invalid_card",
  "CORE-2507": "duplicate_order",
  "CORE-2508": "day_not_closed",
  "CORE-2603": "installment_not_allowed",
  "HPP-1001": "invalid_card",
  "215021": "amount_exceeds_remaining",
});

const byReturnCode = tableOf({
  "01": "do_not_honour",
  "02": "do_not_honour",
  "04": "lost_or_stolen_card",
  "05": "do_not_honour",
  "07": "lost_or_stolen_card",
  "09": "issuer_unavailable",
  "14": "invalid_card",
  "15": "invalid_card",
  "33": "lost_or_stolen_card",
  "34": "suspected_fraud",
  "36": "lost_or_stolen_card",
  "41": "lost_or_stolen_card",
  "43": "lost_or_stolen_card",
  "51": "insufficient_funds",
  "54": "expired_card",
  "57": "not_permitted_online",
  "61": "limit_exceeded",
  "62": "not_permitted_online",
  "63": "suspected_fraud",
  "65": "limit_exceeded",
  "75": "do_not_honour",
  "77": "do_not_honour",
  "82": "invalid_security_code",
  "91": "issuer_unavailable",
  "92": "issuer_unavailable",
});

const doubtfulReturnCodes: ReadonlySet<string> = new Set(["06", "68", "91", "96", "99"]);
/** Gateway codes that are known to come before the host is asked. */
const refusals: ReadonlySet<string> = new Set([...byErrorCode.keys(), "CORE-2509", "3D-1007"]);
