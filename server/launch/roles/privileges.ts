/** What the application's role may do with a table. Reading is always allowed. */
export type TableRight = "insert" | "update" | "delete";

const reads: readonly TableRight[] = [];
/** Rows that are only ever added: neither a fault of the product nor an injected statement can change them. */
const adds: readonly TableRight[] = ["insert"];
const changes: readonly TableRight[] = ["insert", "update"];
/** Rows that are only added and erased. */
const replaces: readonly TableRight[] = ["insert", "delete"];
const all: readonly TableRight[] = ["insert", "update", "delete"];

/** What it may do with a table that is not decided about yet, so that the product works with it. */
export const undecidedRights = all;

/**
 * What the application's role may do, for every table of the schema (D-304). A table that is not listed here fails the
 * test of the roles, so that a new one is decided about. What is erased after its time needs `delete`.
 */
export const applicationRights: Readonly<Record<string, readonly TableRight[]>> = {
  _prisma_migrations: reads,
  account_day: changes,
  alert_notice: replaces,
  api_key: changes,
  failing_receiver: all,
  incident_message: all,
  incident_sighting: all,
  // Old rows are locked before they are erased, which needs the right to change them.
  api_request: all,
  attempt: changes,
  audit_log: adds,
  // A trigger of the audit log keeps it, with the rights of who writes the entry.
  audit_unfinished: replaces,
  bank_callback: changes,
  bank_day: changes,
  // A corrected file of a bank takes the place of the lines of the first one.
  bank_day_line: all,
  bank_difference: changes,
  bank_connection: changes,
  bank_diagnosis: adds,
  bank_message: all,
  bank_minute: all,
  bank_state: all,
  bin_import: adds,
  bin_override: changes,
  bin_range: all,
  bin_table: changes,
  capture_decision: adds,
  card_cooling: all,
  carry_over: adds,
  chargeback: changes,
  // Triggers of payments keep the sums, with the rights of who changes a payment.
  connection_total: all,
  correction: changes,
  csp_report: all,
  encryption_key_check: replaces,
  executor_job: all,
  executor_run: all,
  failed_sign_in: all,
  invitation: all,
  last_sweep: changes,
  late_ending: adds,
  // A trigger of the ledger removes the sums of a day, with the rights of the ledger's owner.
  ledger_day: adds,
  ledger_day_total: adds,
  // Only triggers write the ledger, with the rights of its owner.
  ledger_entry: reads,
  ledger_posting: reads,
  logo_request: changes,
  mail_message: all,
  mailed_link: all,
  money_return: changes,
  name_request: changes,
  outbox_event: changes,
  page_check: replaces,
  page_inventory: adds,
  panel_user: changes,
  partner: changes,
  partner_document: changes,
  partner_note: adds,
  partner_profile: changes,
  partner_viewing: changes,
  passkey: all,
  passkey_challenge: replaces,
  payment: changes,
  payment_link: changes,
  payout: changes,
  payout_batch: reads,
  payout_file: adds,
  payout_item: reads,
  payout_terms: changes,
  recovery_code: all,
  refund: changes,
  refund_request: changes,
  sandbox_clock: changes,
  sandbox_mail: replaces,
  settlement: adds,
  sign_in_session: all,
  staff_alert: changes,
  staff_change: changes,
  staff_invitation: all,
  staff_user: changes,
  statement_commission: adds,
  statement_month: adds,
  statement_total: adds,
  tariff: changes,
  tariff_row: adds,
  terminal: changes,
  webhook_attempt: adds,
  webhook_delivery: changes,
};

/** The columns that the application's role may change in tables whose other columns it may not change. */
export const changeableColumns: Readonly<Record<string, readonly string[]>> = {
  // What a settlement is never changes, only which payout pays it (D-392).
  settlement: ["payout_id", "carry_over_id", "updated_at"],
};

/**
 * The columns that the reader's role does not read: sealed values, and the hashes by which passwords, keys, links and
 * codes are recognised.
 */
export const secretColumns: Readonly<Record<string, readonly string[]>> = {
  api_key: ["key_hash"],
  attempt: ["token_hash", "token_cipher", "proofs"],
  bank_connection: ["account"],
  encryption_key_check: ["sealed"],
  invitation: ["token_hash"],
  mail_message: ["content"],
  mailed_link: ["token_hash"],
  panel_user: ["password_hash", "totp_secret"],
  partner: ["webhook_secret", "webhook_secret_next", "webhook_secret_previous"],
  partner_profile: ["iban"],
  payment: ["ref_hash", "ref_cipher"],
  payment_link: ["token_hash", "token_cipher"],
  payout: ["iban"],
  recovery_code: ["code_hash"],
  sandbox_mail: ["content"],
  staff_change: ["sealed"],
  staff_invitation: ["token_hash"],
  staff_user: ["password_hash", "totp_secret"],
};

/** What the auditor's role reads: all that `audit verify` needs, and nothing else. */
export const auditorTables: readonly string[] = ["audit_log", "audit_unfinished"];
