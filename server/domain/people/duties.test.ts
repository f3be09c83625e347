import { expect, test } from "vitest";
import { days, plusMs } from "../clock";
import { panelRoles, staffRoles } from "./access";
import { type DutyFacts, findAppEnd, findDuty, findFactorNeed } from "./duties";

test.each([
  ["owner", "passkey"],
  ["developer", "second_factor"],
  ["finance", "second_factor"],
  ["support", "none"],
] as const)("a panel user with the role %s needs: %s", (role, need) => {
  expect(panelRoles).toContain(role);
  expect(findFactorNeed("panel", role)).toBe(need);
});

test.each(staffRoles)("a member of staff with the role %s needs a passkey", (role) => {
  expect(findFactorNeed("staff", role)).toBe("passkey");
});

const now = new Date("2026-11-26T09:00:00Z");
const inWeek = { hasSecondFactor: true, ruleSince: plusMs(now, 1 - days(7)) };
const afterWeek = { hasSecondFactor: true, ruleSince: plusMs(now, -days(7)) };
const passkey = { hasSecondFactor: true, hasPasskey: true, ruleSince: plusMs(now, -days(90)) };

test.each<[DutyFacts["need"], string, Partial<DutyFacts>, ReturnType<typeof findDuty>]>([
  ["none", "nothing", {}, null],
  ["second_factor", "nothing", {}, "second_factor"],
  ["second_factor", "an app, in the first week", inWeek, null],
  ["second_factor", "an app, later", afterWeek, null],
  ["second_factor", "a passkey", passkey, null],
  ["passkey", "nothing", {}, "second_factor"],
  ["passkey", "an app, before the first sign-in under the rule", { hasSecondFactor: true }, null],
  ["passkey", "an app, in the first week", inWeek, null],
  ["passkey", "an app, later", afterWeek, "passkey"],
  ["passkey", "a passkey", passkey, null],
  ["passkey", "a passkey and an issued password", { ...passkey, mustChangePassword: true }, "password"],
  ["none", "an issued password", { mustChangePassword: true }, "password"],
])("who needs %s and has %s has the duty %o", (need, _, given, duty) => {
  const facts = {
    mustChangePassword: false,
    hasSecondFactor: false,
    hasPasskey: false,
    ruleSince: null,
    now,
    ...given,
  };
  expect(findDuty({ need, ...facts })).toBe(duty);
});

test("the end of the app's days is named to those who need a passkey and have none", () => {
  const facts = { mustChangePassword: false, hasPasskey: false, now, ...inWeek };
  expect(findAppEnd({ need: "passkey", ...facts })).toEqual(plusMs(now, 1));
  expect(findAppEnd({ need: "second_factor", ...facts })).toBeNull();
  expect(findAppEnd({ need: "passkey", ...facts, hasPasskey: true })).toBeNull();
});
