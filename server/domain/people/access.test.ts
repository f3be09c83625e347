import { expect, test } from "vitest";
import {
  mayAsStaff,
  mayInPanel,
  type PanelPermission,
  panelAccess,
  panelRoles,
  type StaffPermission,
  staffAccess,
  staffRoles,
} from "./access";

// The permissions are repeated here, so that a change of a role has to be made deliberately in two places.
const anybody = ["account.read", "home.read", "installment.read", "link.read", "payment.read", "self.manage"];
const money = [
  "chargeback.read",
  "chargeback.write",
  "link.write",
  "month.close",
  "payment.create",
  "payment.export",
  "payout.export",
  "payout.read",
  "refund.decide",
  "refund.read",
  "refund.start",
];
const technology = ["key.read", "key.write", "request.read", "webhook.read", "webhook.write"];
const people = ["account.write", "audit.read", "refund.limit", "team.read", "team.write"];

const inPanel = Object.keys(panelAccess) as PanelPermission[];
const asStaff = Object.keys(staffAccess) as StaffPermission[];

test.each([
  ["owner", [...anybody, ...money, ...technology, ...people]],
  ["developer", [...anybody, ...technology]],
  ["finance", [...anybody, ...money]],
  ["support", anybody],
] as const)("a panel user with the role %s has exactly these permissions", (role, permissions) => {
  expect(inPanel.filter((permission) => mayInPanel(role, permission)).sort()).toEqual([...permissions].sort());
});

/** The roles of staff that have each permission; one line each. */
const rolesOfStaff: Readonly<Record<string, string>> = {
  "alert.write": "admin operations support",

  "audit.export": "admin auditor",
  "audit.read": "admin operations auditor",
  "bank.read": "admin operations support auditor",
  "bank_day.read": "admin operations support auditor",
  "bank_day.write": "admin operations",
  "bin.read": "admin operations support auditor",
  "bin.write": "admin",
  "books.correct": "admin operations",
  "chargeback.read": "admin operations support auditor",
  "chargeback.write": "admin operations",
  "change.decide": "admin operations",
  "change.read": "admin operations support auditor",
  "outcome.decide": "admin operations",
  "page.check": "admin operations",
  "page.read": "admin operations support auditor",
  "partner.close": "admin operations",
  "partner.hold": "admin operations support",
  "partner.note": "admin operations support",
  "partner.read": "admin operations support auditor",
  "partner.view_as": "admin operations support",
  "partner.write": "admin operations",
  "payment.inquire": "admin operations",
  "payment.read": "admin operations support auditor",
  "payout.approve": "admin operations",
  "payout.export": "admin operations",
  "payout.read": "admin operations support auditor",
  "payout.write": "admin operations",
  "people.read": "admin auditor",
  "people.write": "admin",
  "self.manage": "admin operations support auditor",
  "tariff.read": "admin operations support auditor",
  "tariff.write": "admin operations",
  "terminal.override": "admin",
  "terminal.read": "admin operations support auditor",
  "terminal.write": "admin operations",
  "webhook.read": "admin operations support auditor",
  "webhook.resend": "admin operations support",
  "webhook.test": "admin operations",
};

test("each permission of the back-office belongs to exactly these roles", () => {
  const found = asStaff.map((permission) => [
    permission,
    staffRoles.filter((role) => mayAsStaff(role, permission)).join(" "),
  ]);
  expect(Object.fromEntries(found)).toEqual(rolesOfStaff);
});

test("staff who view an account may do what its owner may, as far as it only reads", () => {
  const reads = inPanel.filter((permission) => permission.endsWith(".read"));
  expect(inPanel.filter((permission) => mayInPanel("viewer", permission))).toEqual(reads);
  expect(reads.every((permission) => mayInPanel("owner", permission))).toBe(true);
});

test("there are no other roles", () => {
  expect(panelRoles).toEqual(["owner", "developer", "finance", "support"]);
  expect(staffRoles).toEqual(["admin", "operations", "support", "auditor"]);
});
