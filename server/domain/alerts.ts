import { codeText, harmless, jsonObject, nonBlankText } from "./fields";
import { choicesFilter, idFilter } from "./list-filters";
import { declareList } from "./lists";

/** The kinds of alerts for staff. There is one alert of a kind about a subject. */
export const alertKinds = [
  "capture_unknown",
  "refund_unknown",
  "return_unknown",
  "approval_contradicted",
  "amount_mismatch",
  "refund_mismatch",
  "refund_without_record",
  "capture_without_record",
  "late_approval",
  "settlement_missing",
  "money_without_payment",
  "money_not_returned",
  "money_returned",
  "voided_at_bank",
  "last_look_unclear",
  "refund_settled_by_hand",
  "capture_settled_by_hand",
  "booked_on_wrong_day",
  "mail_not_sent",
  "mail_without_server",
  "card_testing",
  "card_number_received",
  "audit_log_changed",
  "page_changed",
  "page_unreachable",
  "pages_unauthorised",
  "csp_report",
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** The states of an alert: not seen yet, in a person's hands, or settled. */
export const alertStates = ["open", "acknowledged", "closed"] as const;
export type AlertState = (typeof alertStates)[number];

/** The list of alerts, the newest first. */
export const alertList = declareList({
  filters: {
    state: choicesFilter("state", alertStates),
    kind: choicesFilter("kind", alertKinds),
    subject: idFilter("subject"),
  },
  sorts: { created: "time" },
  hasOneOrder: true,
});

/** The kinds that the end of an open capture settles: its outcome is known. */
export const captureAlerts = ["capture_unknown", "approval_contradicted", "amount_mismatch"] as const;

/** The kinds that the end of an open refund settles. */
export const refundAlerts = ["refund_unknown", "refund_mismatch"] as const;

/** The kinds that hold a payment until two people have corrected or confirmed its books (D-75). */
export const holdingAlerts = [
  "refund_without_record",
  "capture_without_record",
  "late_approval",
  "settlement_missing",
] as const;

/** The kinds about a payment whose money is on its way back, which its return settles (D-72). */
export const moneyBackAlerts = ["money_without_payment", "money_not_returned", "late_approval"] as const;

/** The kinds about the buyers' pages, of which the back-office has a screen (D-296, D-297). */
export const pageAlerts: readonly AlertKind[] = [
  "page_changed",
  "page_unreachable",
  "pages_unauthorised",
  "csp_report",
];

export const oneAlertInput = jsonObject({ alertId: codeText(64) });

/** Closing an alert needs a note, which the audit log keeps. */
export const closeAlertInput = oneAlertInput.extend({ note: harmless(nonBlankText(500)) });
