/**
 * The permissions of each role, for the merchant panel and for the back-office. Every procedure names one of these
 * permissions, and the entry point checks this table before it reads any data (ASVS 8).
 */
export const panelRoles = ["owner", "developer", "finance", "support"] as const;
export type PanelRole = (typeof panelRoles)[number];

/** What a session of the panel is: a role of a member, or that of staff who view the account (D-261). */
export type PanelStanding = PanelRole | "viewer";

const all = panelRoles;

export const panelAccess = {
  /** Managing one's own password, second factor and sessions. */
  "self.manage": all,
  "home.read": all,
  "account.read": all,
  /** Changing what the merchant tells its buyers, and asking for another trading name. */
  "account.write": ["owner"],
  "payment.read": all,
  "payment.create": ["owner", "finance"],
  "payment.export": ["owner", "finance"],
  "refund.read": ["owner", "finance"],
  "refund.start": ["owner", "finance"],
  /** Deciding on a refund that another user has asked for. */
  "refund.decide": ["owner", "finance"],
  "refund.limit": ["owner"],
  "link.read": all,
  "link.write": ["owner", "finance"],
  "installment.read": all,
  "key.read": ["owner", "developer"],
  "key.write": ["owner", "developer"],
  "webhook.read": ["owner", "developer"],
  "webhook.write": ["owner", "developer"],
  "request.read": ["owner", "developer"],
  /** Chargebacks, and the answer to them. */
  "chargeback.read": ["owner", "finance"],
  "chargeback.write": ["owner", "finance"],
  "payout.read": ["owner", "finance"],
  "payout.export": ["owner", "finance"],
  /** Closing a month of the statement for ever. */
  "month.close": ["owner", "finance"],
  "team.read": ["owner"],
  "team.write": ["owner"],
  "audit.read": ["owner"],
} as const satisfies Record<string, readonly PanelRole[]>;
export type PanelPermission = keyof typeof panelAccess;

/**
 * What staff who view an account may do in its panel: read what its owner reads. No permission with which a procedure
 * changes something belongs here, nor one of an export.
 */
const viewerPermissions: readonly PanelPermission[] = [
  "home.read",
  "account.read",
  "payment.read",
  "refund.read",
  "link.read",
  "installment.read",
  "key.read",
  "webhook.read",
  "request.read",
  "chargeback.read",
  "payout.read",
  "team.read",
  "audit.read",
];

/** An auditor reads everything and changes nothing. */
export const staffRoles = ["admin", "operations", "support", "auditor"] as const;
export type StaffRole = (typeof staffRoles)[number];

const anyStaff = staffRoles;

export const staffAccess = {
  "self.manage": anyStaff,
  "audit.read": ["admin", "operations", "auditor"],
  "audit.export": ["admin", "auditor"],
  "people.read": ["admin", "auditor"],
  "people.write": ["admin"],
  "partner.read": anyStaff,
  "payment.read": anyStaff,
  "terminal.read": anyStaff,
  /** The board of the banks: how their computers answer. */
  "bank.read": anyStaff,
  "terminal.write": ["admin", "operations"],
  /** Taking a bank connection live without a passed diagnosis, and other addresses than the catalogue's. */
  "terminal.override": ["admin"],
  /** Viewing the panel of a merchant, read-only (D-261). */
  "partner.view_as": ["admin", "operations", "support"],
  /** Asking a bank once, outside the plan, about a call of unknown outcome. */
  "payment.inquire": ["admin", "operations"],
  /** Proposing how an open capture or refund ended at the bank, and deciding on another member's proposal. */
  "outcome.decide": ["admin", "operations"],
  /** The buyers' pages: whether they are authorised, compared, and what browsers report of them. */
  "page.read": anyStaff,
  /** Comparing the buyers' pages now. */
  "page.check": ["admin", "operations"],
  /** Acknowledging and closing alerts. */
  "alert.write": ["admin", "operations", "support"],
  /** Creating merchants, changing what is known and allowed of them, and deciding on their requests. */
  "partner.write": ["admin", "operations"],
  /**
   * Stopping a merchant's acceptance, which everybody who sees a danger may do. Opening it again is `partner.write`.
   */
  "partner.hold": ["admin", "operations", "support"],
  "partner.note": ["admin", "operations", "support"],
  "webhook.read": anyStaff,
  "webhook.test": ["admin", "operations"],
  "tariff.read": anyStaff,
  "tariff.write": ["admin", "operations"],
  "bin.read": anyStaff,
  /** Importing the BIN table and overriding its rows, which concerns the cards of all terminals. */
  "bin.write": ["admin"],
  /** Sending a merchant's deliveries again. */
  "webhook.resend": ["admin", "operations", "support"],
  /** Proposing a correction of the books, and deciding on another member's proposal. */
  "books.correct": ["admin", "operations"],
  "partner.close": ["admin", "operations"],
  /** The banks' day-end files, and how they differ from the books. */
  "bank_day.read": anyStaff,
  /** Importing such a file, and explaining a difference. */
  "bank_day.write": ["admin", "operations"],
  /** Chargebacks of all accounts. */
  "chargeback.read": anyStaff,
  /** Recording that one was answered, or how the bank decided. */
  "chargeback.write": ["admin", "operations"],
  "payout.read": anyStaff,
  /** Withdrawing, sending and issuing payouts again, recording how they ended, and the terms of payouts. */
  "payout.write": ["admin", "operations"],
  /** Proposing that payouts are paid, and deciding on another member's proposal. */
  "payout.approve": ["admin", "operations"],
  /** Downloading the bank's file, which has the IBANs of merchants. */
  "payout.export": ["admin", "operations"],
  "change.read": anyStaff,
  /** Deciding on another member's proposal. Each kind of change has a permission of its own in addition (D-67). */
  "change.decide": ["admin", "operations"],
} as const satisfies Record<string, readonly StaffRole[]>;
export type StaffPermission = keyof typeof staffAccess;

/** The permissions with which money moves: a payment, a link, a refund, its limit, and a key that does all of them. */
const moneyPermissions: readonly PanelPermission[] = [
  "payment.create",
  "link.write",
  "refund.start",
  "refund.decide",
  "refund.limit",
  "key.write",
];

export const movesMoney = (permission: PanelPermission): boolean => moneyPermissions.includes(permission);

/** Returns whether a permission can be used by a person with this duty (`findDuty`); null is no duty. */
export const isOpenBefore = (duty: string | null, permission: PanelPermission | StaffPermission): boolean =>
  duty === null || permission === "self.manage";

export const mayInPanel = (standing: PanelStanding, permission: PanelPermission): boolean =>
  standing === "viewer"
    ? viewerPermissions.includes(permission)
    : (panelAccess[permission] as readonly PanelRole[]).includes(standing);

export const mayAsStaff = (role: StaffRole, permission: StaffPermission): boolean =>
  (staffAccess[permission] as readonly StaffRole[]).includes(role);
