import { describe, expect, test } from "vitest";
import { keyScopes } from "../accounts/key-rights";
import { mayInPanel, panelRoles } from "../people/access";
import { mayGrant, scopePermissions, usualScopes } from "./key-grants";

describe.each(panelRoles)("%s", (role) => {
  test.each(keyScopes)("may give %s exactly where the role has the permission itself", (scope) => {
    expect(mayGrant(role, scope)).toBe(mayInPanel(role, scopePermissions[scope]));
  });
});

test("a developer gives no right to money, and without a choice a key gets none to refund", () => {
  expect(keyScopes.filter((scope) => mayGrant("developer", scope))).toEqual([
    "payments:read",
    "links:read",
    "events:read",
    "events:write",
  ]);
  expect(usualScopes("developer")).toEqual(["payments:read", "links:read", "events:read", "events:write"]);
  expect(usualScopes("owner")).toEqual(keyScopes.filter((scope) => scope !== "refunds:write"));
});
