import { codeText, harmless, jsonObject, nonBlankText } from "./fields";
import { choicesFilter, idFilter } from "./list-filters";
import { declareList, type ListQuery } from "./lists";

/** When a person has to look at an alert: at once, within the day, or never, because it only informs later readers. */
export type AlertSeverity = "now" | "today" | "record";

/** The severity of each kind of alerts for staff. There is one alert of a kind about a subject. */
const severities = {
  capture_unknown: "today",
  refund_unknown: "today",
  return_unknown: "today",
  approval_contradicted: "today",
  amount_mismatch: "now",
  refund_mismatch: "today",
  refund_without_record: "today",
  capture_without_record: "now",
  late_approval: "today",
  settlement_missing: "today",
  money_without_payment: "today",
  money_not_returned: "now",
  money_returned: "record",
  voided_at_bank: "today",
  order_outside_books: "today",
  last_look_unclear: "today",
  refund_settled_by_hand: "record",
  capture_settled_by_hand: "record",
  booked_on_wrong_day: "record",
  chargeback_open: "today",
  mail_not_sent: "today",
  mail_without_server: "today",
  card_testing: "today",
  card_number_received: "today",
  audit_log_changed: "now",
  page_changed: "now",
  page_unreachable: "now",
  pages_unauthorised: "today",
  csp_report: "today",
  bank_down: "now",
  bank_slow: "today",
  bank_hash_mismatch: "now",
  receiver_failing: "today",
  redis_gone: "today",
  database_slow: "now",
  pool_exhausted: "now",
  clock_off: "now",
  disk_full: "now",
  jobs_gone: "now",
  certificate_ending: "today",
  calendar_ending: "today",
  incident_not_sent: "today",
} as const satisfies Record<string, AlertSeverity>;

/** The kinds of alerts for staff. */
export type AlertKind = keyof typeof severities;
export const alertKinds = Object.keys(severities) as [AlertKind, ...AlertKind[]];

/** How urgent an alert of a kind is. */
export const getSeverity = (kind: AlertKind): AlertSeverity => severities[kind];

/** Whether people hear of a kind: the others only inform later readers, and are closed from the beginning (D-361). */
export const isNotified = (kind: AlertKind): boolean => severities[kind] !== "record";

/** The kinds of a severity. */
export const listKindsOf = (severity: AlertSeverity): AlertKind[] =>
  alertKinds.filter((kind) => severities[kind] === severity);

/** The kinds whose subject or sentence may name a person or hold a stranger's text; messages leave both out (D-362). */
const withheldKinds: readonly AlertKind[] = ["mail_not_sent", "card_testing", "csp_report"];
export const isWithheld = (kind: AlertKind): boolean => withheldKinds.includes(kind);

/** The kinds whose cause each web process looks for, and which close when no process sees it any more (D-364). */
export const watchedKinds = [
  "redis_gone",
  "database_slow",
  "pool_exhausted",
  "clock_off",
  "disk_full",
  "jobs_gone",
  "certificate_ending",
  "calendar_ending",
] as const satisfies readonly AlertKind[];
export type WatchedKind = (typeof watchedKinds)[number];

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

/** What the list shows where no filter is set: the closed ones, because those that are open stand above it. */
export const toListedAlerts = (query: ListQuery<typeof alertList>): ListQuery<typeof alertList> =>
  query.state === null && query.kind === null && query.subject === null ? { ...query, state: ["closed"] } : query;

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
