import { type KeyScope, keyScopes, movesMoney } from "../accounts/key-rights";
import { mayInPanel, type PanelPermission, type PanelStanding } from "../people/access";

/** The permission in the panel that each right of a key corresponds to (D-66). */
export const scopePermissions = {
  "payments:write": "payment.create",
  "payments:read": "payment.read",
  "links:write": "link.write",
  "links:read": "link.read",
  "refunds:write": "refund.start",
  "reports:read": "payout.read",
  "events:read": "webhook.read",
  "events:write": "webhook.write",
} as const satisfies Record<KeyScope, PanelPermission>;

/** Returns whether a user may give this right to a key: a key can do no more than the user who makes it (D-66). */
export const mayGrant = (standing: PanelStanding, scope: KeyScope): boolean =>
  mayInPanel(standing, scopePermissions[scope]);

/**
 * Lists the rights of a key for which none were chosen: all that the maker has, without refunds, which have to be
 * chosen.
 */
export const usualScopes = (standing: PanelStanding): KeyScope[] =>
  keyScopes.filter((scope) => !movesMoney([scope]) && mayGrant(standing, scope));
