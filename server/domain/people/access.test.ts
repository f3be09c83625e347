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
const money = ["link.write", "payment.create", "payment.export", "payout.read", "refund.decide", "refund.start"];
const technology = ["key.read", "key.write", "request.read", "webhook.read", "webhook.write"];
const people = ["audit.read", "refund.limit", "team.read", "team.write"];

const everyRole = ["bin.read", "partner.read", "payment.read", "self.manage", "tariff.read", "webhook.read"];
const changes = ["books.correct", "tariff.write", "webhook.test"];

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

test.each([
  ["admin", [...everyRole, ...changes, "bin.write"]],
  ["operations", [...everyRole, ...changes]],
  ["support", everyRole],
] as const)("staff with the role %s have exactly these permissions", (role, permissions) => {
  expect(asStaff.filter((permission) => mayAsStaff(role, permission)).sort()).toEqual([...permissions].sort());
});

test("there are no other roles", () => {
  expect(panelRoles).toEqual(["owner", "developer", "finance", "support"]);
  expect(staffRoles).toEqual(["admin", "operations", "support"]);
});
