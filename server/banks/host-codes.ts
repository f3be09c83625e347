import type { DeclineReason } from "./bank";

/** A map: a record would also have an answer for `constructor`. */
export const tableOf = (
  reasons: Readonly<Record<string, DeclineReason>>,
): ReadonlyMap<string, DeclineReason> => new Map(Object.entries(reasons));

/** Why a host, or the issuer behind it, says no, by its code of ISO 8583; each protocol has more of its own. */
export const hostReasons = tableOf({
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

/** A bank's code, fit for a column and a log. */
export const columnText = (code: string): string => code.replace(/[^\w.-]/g, "").slice(0, 32);
