import { expect, test } from "vitest";
import { panelRouter } from "../panel/router";
import { staffRouter } from "../staff/router";

interface Procedure {
  readonly _def: {
    readonly type: "query" | "mutation";
    readonly meta?: { readonly access: string; readonly requiresReauthentication: boolean };
  };
}

/** Maps each procedure to the permission that it requires; `!` marks one that requires reauthentication. */
const listPermissions = (router: { readonly _def: { readonly procedures: unknown } }) =>
  Object.fromEntries(
    Object.entries(router._def.procedures as Readonly<Record<string, Procedure>>).map(([path, { _def }]) => [
      path,
      `${_def.meta?.access}${_def.meta?.requiresReauthentication ? "!" : ""}`,
    ]),
  );

const self = {
  "self.get": "self.manage",
  "self.confirm": "self.manage",
  "self.changePassword": "self.manage",
  "self.sessions": "self.manage",
  "self.endSession": "self.manage",
  "self.endOtherSessions": "self.manage",
  "self.startSecondFactor": "self.manage!",
  "self.finishSecondFactor": "self.manage",
  "self.removeSecondFactor": "self.manage!",
  "self.renewRecoveryCodes": "self.manage!",
};

// The permissions are repeated here on purpose: lowering one must change this list as well.
test("every procedure of the panel requires the permission in this list", () => {
  expect(listPermissions(panelRouter)).toEqual({
    ...self,
    "self.environment": "home.read",
    "account.get": "account.read",
    "account.terminals": "account.read",
    "account.budgets": "key.read",
    "audit.list": "audit.read",
    "audit.people": "audit.read",
    "home.get": "home.read",
    "home.attention": "home.read",
    "installment.tariffs": "installment.read",
    "installment.preview": "installment.read",
    "key.list": "key.read",
    "key.create": "key.write!",
    "key.revoke": "key.write!",
    "link.list": "link.read",
    "link.get": "link.read",
    "link.timeline": "link.read",
    "link.terms": "link.write",
    "link.preview": "link.write",
    "link.create": "link.write",
    "link.cancel": "link.write",
    "newPayment.create": "payment.create",
    "newPayment.open": "payment.create",
    "payment.list": "payment.read",
    "payment.get": "payment.read",
    "payment.timeline": "payment.read",
    "payout.due": "payout.read",
    "payout.dueSettlements": "payout.read",
    "payout.list": "payout.read",
    "payout.get": "payout.read",
    "payout.settlements": "payout.read",
    "refund.start": "refund.start",
    "refund.waiting": "payment.read",
    "refund.list": "refund.read",
    "refund.toDecide": "refund.read",
    "refund.approve": "refund.decide!",
    "refund.reject": "refund.decide",
    "refund.withdraw": "refund.start",
    "refund.limit": "refund.read",
    "refund.setLimit": "refund.limit!",
    "request.list": "request.read",
    "request.get": "request.read",
    "request.keys": "request.read",
    "team.list": "team.read",
    "team.invitations": "team.read",
    "team.invite": "team.write!",
    "team.revokeInvitation": "team.write",
    "team.changeRole": "team.write!",
    "team.remove": "team.write!",
    "webhook.settings": "webhook.read",
    "webhook.setUrl": "webhook.write!",
    "webhook.prepareSecret": "webhook.write!",
    "webhook.activateSecret": "webhook.write!",
    "webhook.rollbackSecret": "webhook.write!",
    "webhook.list": "webhook.read",
    "webhook.delivery": "webhook.read",
    "webhook.countFailed": "webhook.read",
    "webhook.resend": "webhook.write",
    "webhook.resendFailed": "webhook.write",
    "webhook.test": "webhook.write",
  });
});

test("every procedure of the back-office requires the permission in this list", () => {
  expect(listPermissions(staffRouter)).toEqual({
    ...self,
    "approval.list": "change.read",
    "approval.get": "change.read",
    "approval.waiting": "change.read",
    "approval.approve": "change.decide!",
    "approval.reject": "change.decide",
    "approval.withdraw": "change.decide",
    "self.environment": "self.manage",
    "partner.find": "partner.read",
    "partner.get": "partner.read",
    "partner.deliveries": "webhook.read",
    "partner.delivery": "webhook.read",
    "partner.sendTest": "webhook.test",
    "payment.list": "payment.read",
    "payment.get": "payment.read",
    "payment.timeline": "payment.read",
    "payment.messages": "payment.read",
    "terminal.list": "terminal.read",
    "terminal.get": "terminal.read",
    "terminal.trace": "terminal.read",
    "terminal.banks": "terminal.read",
    "terminal.create": "terminal.write",
    "terminal.update": "terminal.write",
    "terminal.switch": "terminal.write",
    "bin.compare": "bin.write",
    "bin.find": "bin.read",
    "bin.import": "bin.write",
    "bin.override": "bin.write",
    "bin.overview": "bin.read",
    "bin.removeOverride": "bin.write",
    "tariff.inForce": "tariff.read",
    "tariff.terminal": "tariff.read",
    "viewing.start": "partner.view_as",
    "viewing.end": "partner.view_as",
    "alert.list": "payment.read",
    "alert.count": "payment.read",
    "alert.acknowledge": "alert.write",
    "alert.close": "alert.write",
    "open.list": "payment.read",
    "open.inquire": "payment.inquire",
    "open.proposeCorrection": "books.correct!",
    "open.approveCorrection": "books.correct!",
    "open.rejectCorrection": "books.correct!",
    "webhook.receivers": "webhook.read",
    "webhook.resendFailed": "webhook.resend",
    "webhook.resend": "webhook.resend",
    "terminal.setLimits": "terminal.write",
    "terminal.enterCredentials": "terminal.write!",
    "terminal.diagnose": "terminal.write",
    "terminal.goLive": "terminal.write",
    "terminal.overrideDiagnosis": "terminal.override!",
  });
});
