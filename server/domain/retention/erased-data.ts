import { days } from "../clock";

/** The people that data is about. */
type Subject = "buyer" | "merchant's person" | "staff" | "recipient of a mail";

/** Personal data that ends: after its age the row is erased, or the columns are emptied. */
export interface ErasedData {
  /** What the operator reads in the list. */
  readonly data: string;
  /** `table.column`; the first one names the table in which the due rows are counted. */
  readonly columns: readonly string[];
  readonly whose: Subject;
  readonly purpose: string;
  /** Why it has this age. The operator's lawyer decides whether that is right. */
  readonly ground: string;
  readonly ageDays: number;
  /** From which instant the age counts. */
  readonly from: string;
  /** The product's clock, or real time (D-47). */
  readonly clock: "product" | "real";
  readonly effect: "rows are erased" | "columns are emptied";
}

const disputes = "the schemes' rules leave a card dispute at most 540 days";
const investigation = "a misuse of an account is usually noticed within a month";

/**
 * What is erased, and when (D-281). It is the only place of these ages: everything that erases reads them from here.
 * The order is that of the printed list.
 */
export const erasedData = {
  payer_names: {
    data: "names of payers on payment links",
    columns: ["payment_link.payer_name"],
    whose: "buyer",
    purpose: "the merchant sees who was asked to pay, and answers a dispute",
    ground: disputes,
    ageDays: 540,
    from: "the end of the link's validity",
    clock: "product",
    effect: "columns are emptied",
  },
  buyer_addresses: {
    data: "IP addresses of buyers, and their networks",
    columns: ["attempt.buyer_ip", "attempt.buyer_network"],
    whose: "buyer",
    purpose: "the bank's fraud check, limits of refused cards, evidence in a dispute",
    ground: disputes,
    ageDays: 540,
    from: "the attempt",
    clock: "product",
    effect: "columns are emptied",
  },
  buyer_networks_in_alerts: {
    data: "networks of buyers in alerts of card testing",
    columns: ["staff_alert.subject", "staff_alert.detail"],
    whose: "buyer",
    purpose: "staff recognise a network that tests cards again",
    ground: disputes,
    ageDays: 540,
    from: "the closing of the alert",
    clock: "product",
    effect: "columns are emptied",
  },
  api_requests: {
    data: "API requests of merchants, with address and user agent",
    columns: ["api_request.source_ip", "api_request.user_agent", "api_request.query", "api_request.body"],
    whose: "merchant's person",
    purpose: "the merchant's developers find their mistakes",
    ground: "a mistake is looked for within days (D-131)",
    ageDays: 7,
    from: "the request",
    clock: "product",
    effect: "rows are erased",
  },
  bank_messages: {
    data: "messages to and from banks, with the buyer's address",
    columns: ["bank_message.request", "bank_message.response"],
    whose: "buyer",
    purpose: "the onboarding of a bank connection, and errors of it",
    ground: "an error is looked for within days (D-131)",
    ageDays: 7,
    from: "the message",
    clock: "product",
    effect: "rows are erased",
  },
  csp_reports: {
    data: "browsers' reports about payment pages",
    columns: ["csp_report.document", "csp_report.blocked"],
    whose: "buyer",
    purpose: "tampering with a payment page is detected (PCI DSS 11.6.1)",
    ground: "PCI DSS asks for a year of evidence, which an assessor reads after it has ended",
    ageDays: 400,
    from: "the last report of the kind on its day",
    clock: "product",
    effect: "rows are erased",
  },
  removed_members: {
    data: "names, e-mail addresses and means to sign in of people who left a merchant",
    columns: ["panel_user.email", "panel_user.name", "panel_user.password_hash", "panel_user.totp_secret"],
    whose: "merchant's person",
    purpose: "the account's records name who acted",
    ground: "questions about a colleague's work come within two years; the audit log names them longer",
    ageDays: 730,
    from: "the removal from the account",
    clock: "product",
    effect: "columns are emptied",
  },
  removed_staff: {
    data: "names, e-mail addresses and means to sign in of people who left the staff",
    columns: ["staff_user.email", "staff_user.name", "staff_user.password_hash", "staff_user.totp_secret"],
    whose: "staff",
    purpose: "records name who decided",
    ground: "questions about a colleague's work come within two years; the audit log names them longer",
    ageDays: 730,
    from: "the removal from the staff",
    clock: "product",
    effect: "columns are emptied",
  },
  sessions: {
    data: "sign-in sessions, with address and browser",
    columns: ["sign_in_session.source_ip", "sign_in_session.user_agent"],
    whose: "merchant's person",
    purpose: "people see where they are signed in; a misuse is investigated",
    ground: investigation,
    ageDays: 30,
    from: "the end of the session",
    clock: "real",
    effect: "rows are erased",
  },
  refused_sign_ins: {
    data: "refused sign-ins, with address",
    columns: ["failed_sign_in.source_ip", "failed_sign_in.domain", "failed_sign_in.address_mark"],
    whose: "merchant's person",
    purpose: "people and staff see attempts to guess a password",
    ground: investigation,
    ageDays: 30,
    from: "the last attempt of the hour",
    clock: "real",
    effect: "rows are erased",
  },
  invitations: {
    data: "invitations to an account, with e-mail address",
    columns: ["invitation.email"],
    whose: "merchant's person",
    purpose: "a colleague joins; a misuse is investigated",
    ground: investigation,
    ageDays: 30,
    from: "the end of the invitation",
    clock: "real",
    effect: "rows are erased",
  },
  staff_invitations: {
    data: "invitations to the staff, with e-mail address",
    columns: ["staff_invitation.email"],
    whose: "staff",
    purpose: "a colleague joins; a misuse is investigated",
    ground: investigation,
    ageDays: 30,
    from: "the end of the invitation",
    clock: "real",
    effect: "rows are erased",
  },
  mailed_links: {
    data: "mailed links for passwords, addresses and devices",
    columns: ["mailed_link.panel_user_id", "mailed_link.staff_user_id"],
    whose: "merchant's person",
    purpose: "the link works once; a misuse is investigated",
    ground: investigation,
    ageDays: 30,
    from: "the end of the link",
    clock: "real",
    effect: "rows are erased",
  },
  mails: {
    data: "mails that were sent or given up, with e-mail address",
    columns: ["mail_message.recipient", "mail_message.content"],
    whose: "recipient of a mail",
    purpose: "staff answer whether a mail was sent",
    ground: "a missing mail is asked about within a month (D-230)",
    ageDays: 30,
    from: "the writing of the mail",
    clock: "real",
    effect: "rows are erased",
  },
  sandbox_mails: {
    data: "mails of a sandbox, from which none leaves",
    columns: ["sandbox_mail.recipient", "sandbox_mail.content"],
    whose: "recipient of a mail",
    purpose: "a developer reads what would have been sent",
    ground: "the same age as in live mode",
    ageDays: 30,
    from: "the writing of the mail",
    clock: "real",
    effect: "rows are erased",
  },
  passkey_challenges: {
    data: "challenges for passkeys, with a hash of the session",
    columns: ["passkey_challenge.holder"],
    whose: "merchant's person",
    purpose: "an authenticator signs it once",
    ground: "it has no use after its few minutes",
    ageDays: 0,
    from: "the end of the challenge",
    clock: "real",
    effect: "rows are erased",
  },
} as const satisfies Readonly<Record<string, ErasedData>>;

export type ErasedName = keyof typeof erasedData;
export const erasedNames = Object.keys(erasedData) as readonly ErasedName[];

/** Returns how long the data is kept, ms. */
export const toKeptMs = (name: ErasedName): number => days(erasedData[name].ageDays);
