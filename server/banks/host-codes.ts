import type { DeclineReason } from "./bank";

/** Returns a map of codes to reasons. A plain object would also have a value for a code such as `constructor`. */
export const toReasonTable = (reasons: Readonly<Record<string, DeclineReason>>): ReadonlyMap<string, DeclineReason> =>
  new Map(Object.entries(reasons));

/** The reasons of a refusal by the host or issuer, by ISO 8583 code (B-2.7). Each protocol adds codes of its own. */
export const hostReasons = toReasonTable({
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

/** Returns a bank's code as safe text for a column and a log: word characters, `.` and `-`, at most 32. */
export const toColumnText = (code: string): string => code.replace(/[^\w.-]/g, "").slice(0, 32);
