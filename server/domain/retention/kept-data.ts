/** Personal data that no age ends: why it stays, and for how long. */
export interface KeptData {
  readonly data: string;
  /** `table.column`. */
  readonly columns: readonly string[];
  readonly purpose: string;
  readonly why: string;
  readonly until: string;
}

const books = "commercial books and their vouchers are kept for ten years (TTK 82), tax records for five (VUK 253)";
const customer = "what identifies a customer is kept for eight years after the last transaction (MASAK, Law 5549)";
const tenYears = "ten years after the year of the payment";
const contract = "the end of the contract and the years after it";
const whileUser = "the erasure of the person, at the latest two years after their removal";

/** What stays, and why (D-281). `person erase` names what it leaves by these rows. */
export const keptData = {
  payments: {
    data: "payments with their order code, description and masked card number",
    columns: ["payment.partner_tx_code", "payment.description", "payment.card_bin", "payment.card_last4"],
    purpose: "the books of the merchant and of the operator",
    why: books,
    until: tenYears,
  },
  attempts: {
    data: "attempts with the masked card number, the bank's references and its text of a refusal",
    columns: ["attempt.card_bin", "attempt.card_last4", "attempt.rrn", "attempt.auth_code", "attempt.bank_message"],
    purpose: "the bank's record of a payment is found, also for a refund or a dispute",
    why: books,
    until: tenYears,
  },
  three_d_secure_proofs: {
    data: "results of 3-D Secure, encrypted",
    columns: ["attempt.proofs"],
    purpose: "the capture needs them",
    why: "the bank asks for them with the capture",
    until: "the outcome of the attempt, which empties the column (D-49)",
  },
  links: {
    data: "payment links with their description and items",
    columns: ["payment_link.description", "payment_link.items"],
    purpose: "what was sold, shown to the buyer and the merchant",
    why: books,
    until: tenYears,
  },
  refunds: {
    data: "refunds, their codes, and requests for them with reason and note",
    columns: ["refund.partner_refund_code", "refund_request.reason", "refund_request.decision_note"],
    purpose: "the books; who asked for a refund and who allowed it",
    why: books,
    until: tenYears,
  },
  decisions: {
    data: "decisions of staff about money, prices and settings, with reason and evidence",
    columns: [
      "correction.reason",
      "correction.evidence",
      "correction.decision_note",
      "capture_decision.reason",
      "capture_decision.evidence",
      "capture_decision.decided_by",
      "staff_change.reason",
      "staff_change.evidence",
      "staff_change.fields",
      "staff_change.decision_note",
      "bank_diagnosis.by",
      "bin_override.made_by",
      "bin_override.reason",
      "bin_import.imported_by",
      "page_inventory.authorised_by",
      "page_inventory.reason",
    ],
    purpose: "who decided what, and why (D-67, D-75)",
    why: `triggers refuse every change of them; ${books}`,
    until: tenYears,
  },
  merchants: {
    data: "merchants: names, tax numbers, addresses, contacts, documents, notes and requests for a name or logo",
    columns: [
      "partner.name",
      "partner.hold_reason",
      "partner_profile.legal_title",
      "partner_profile.tax_number",
      "partner_profile.legal_address",
      "partner_profile.correspondence_address",
      "partner_profile.contacts",
      "partner_profile.iban",
      "partner_profile.support_email",
      "partner_profile.support_phone",
      "partner_document.note",
      "partner_document.changed_by",
      "partner_note.text",
      "partner_note.author",
      "name_request.name",
      "name_request.requested_by",
      "name_request.decision_note",
      "logo_request.picture",
      "logo_request.requested_by",
      "logo_request.decision_note",
      "chargeback.statement",
      "chargeback.answered_by",
      "payout_item.iban_masked",
      "payout.iban",
      "payout.iban_masked",
      "payout.beneficiary",
      "payout_terms.hold_reason",
    ],
    purpose: "the contract with the merchant, and the duty to know the customer",
    why: customer,
    until: contract,
  },
  api_keys: {
    data: "API keys with the people who made or received them, and their networks",
    columns: ["api_key.created_by", "api_key.seen_by", "api_key.allowed_ips"],
    purpose: "a key is revoked when a person who knows it leaves (D-66)",
    why: "a refund names the key with which it was started",
    until: "ten years after the last payment with it; an erased person's address is replaced",
  },
  panel_users: {
    data: "people of a merchant's panel with their passkeys and recovery codes",
    columns: ["panel_user.email", "panel_user.name", "passkey.public_key", "passkey.name", "recovery_code.code_hash"],
    purpose: "the person signs in",
    why: "the person has an account",
    until: whileUser,
  },
  staff_users: {
    data: "people of the staff",
    columns: ["staff_user.email", "staff_user.name"],
    purpose: "the person signs in",
    why: "the person has an account",
    until: whileUser,
  },
  viewings: {
    data: "staff who viewed a merchant's panel, with the reason",
    columns: ["partner_viewing.reason"],
    purpose: "the merchant reads who looked, and why (D-261)",
    why: "the row belongs to the session of the member of staff",
    until: "the erasure of the session",
  },
  alerts: {
    data: "alerts for staff with their notes",
    columns: ["staff_alert.note", "staff_alert.acknowledged_by", "staff_alert.closed_by"],
    purpose: "what was found out about a payment",
    why: "the history of an alert explains a correction of the books (D-257)",
    until: tenYears,
  },
  coolings: {
    data: "networks of buyers from which no card is taken for some minutes",
    columns: ["card_cooling.subject"],
    purpose: "card testing is stopped (D-290)",
    why: "the network is what the cooling is about",
    until: "an hour after the end of the cooling, which erases the row",
  },
  receivers: {
    data: "answers of merchants' servers to webhooks, two KiB each",
    columns: ["webhook_attempt.response", "webhook_attempt.url"],
    purpose: "the merchant sees why a notice did not arrive",
    why: "a notice names no person, so an answer has a person's data only where the merchant's own server writes it",
    until: "the end of the merchant's contract; the panel shows 30 days",
  },
  audit_log: {
    data: "the audit log with the e-mail address and the IP address of who acted",
    columns: ["audit_log.actor_name", "audit_log.actor_id", "audit_log.source_ip", "audit_log.detail"],
    purpose: "every change names who made it, when and from where (S36)",
    why: "each entry is signed together with the one before it (D-300), and PCI DSS 10.5.1 asks for at least 12 months",
    until: "the end of the installation's books; an entry alone cannot be taken out (D-283)",
  },
} as const satisfies Readonly<Record<string, KeptData>>;

export type KeptName = keyof typeof keptData;
export const keptNames = Object.keys(keptData) as readonly KeptName[];

/** The tables of the schema that have no personal data, and what they have instead (D-281). */
export const tablesWithoutPersonalData: Readonly<Record<string, string>> = {
  account_day: "sums of an account for a day",
  audit_unfinished: "identifiers of entries of the audit log",
  bank_callback: "a digest of a bank's message, never the message",
  bank_connection: "an account's agreement with a bank, encrypted",
  bank_day: "the sums of a bank's day-end file, and who imported it",
  bank_day_line: "amounts and references of a bank's day-end file, without cards and names",
  bank_difference: "a difference between bank and books, and how staff explained it",
  bank_minute: "sums of the calls to a bank; erased after 14 days",
  bank_state: "when and how a bank answered last",
  bin_range: "facts about the first digits of card numbers",
  bin_table: "a counter",
  carry_over: "amounts that a business day left unpaid",
  connection_total: "sums of a bank connection",
  encryption_key_check: "a known value for each encryption key",
  alert_notice: "changes of alerts until people have been told, without sentences that may name a person",
  incident_message: "messages about alerts without sentences that may name a person; erased after 30 days",
  incident_sighting: "which process sees a cause of an alert",
  failing_receiver: "since when a merchant's receiver does not answer",
  executor_job: "the next step of a background function",
  executor_run: "identifiers of rows on which a background function works; erased 24 hours after its end",
  last_sweep: "when due work was last looked for",
  late_ending: "identifiers of payments",
  ledger_day: "sums of an account for a day",
  ledger_day_total: "sums of an account for a day",
  ledger_entry: "movements of money with the identifiers of what moved it",
  ledger_posting: "amounts of movements",
  money_return: "money on its way back, with the bank's references",
  outbox_event: "identifiers of what changed, never its content",
  page_check: "what a comparison of our own pages found, of which nobody is the buyer",
  payout_batch: "the time of a batch of release 0.1.0",
  payout_file: "the number and the sum of a bank's file, and who made it",
  sandbox_clock: "an offset",
  settlement: "amounts that an account is owed",
  statement_commission: "the figures of an invoice about commission",
  statement_month: "an account's claim at the ends of a month, and which user closed it",
  statement_total: "sums of an account for a month",
  tariff: "the validity of prices",
  tariff_row: "prices",
  terminal: "a terminal's settings",
  webhook_delivery: "a notice with identifiers and a status (§6.2)",
};
