import { expect, test } from "vitest";
import { days, hours, plusMs } from "../clock";
import { type Approver, findApproverFault, findSecondPersonFault } from "./second-person";

const now = new Date("2026-12-01T09:00:00.000Z");
const ago = (ms: number): Date => plusMs(now, -ms);

const person = (given: Partial<Approver> = {}): Approver => ({
  id: "usr_b",
  createdAt: ago(days(30)),
  emailProvedAt: ago(days(29)),
  passkeySince: null,
  totpSince: ago(days(29)),
  invitedBy: null,
  ...given,
});

test.each<[string, Partial<Approver>, ReturnType<typeof findSecondPersonFault>]>([
  ["a proven member of 30 days", {}, null],
  ["the proposer", { id: "usr_a" }, "own_change"],
  ["a person without a proved address", { emailProvedAt: null }, "address_not_proved"],
  ["a person without an authenticator app", { totpSince: null }, "no_second_factor"],
  ["a member of a millisecond less than 24 hours", { createdAt: ago(hours(24) - 1) }, "member_too_new"],
  ["a member of exactly 24 hours", { createdAt: ago(hours(24)) }, null],
  [
    "somebody whom the proposer invited six days ago",
    { invitedBy: "usr_a", createdAt: ago(days(6)) },
    "invited_by_proposer",
  ],
  ["somebody whom the proposer invited seven days ago", { invitedBy: "usr_a", createdAt: ago(days(7)) }, null],
  ["somebody whom another person invited", { invitedBy: "usr_c", createdAt: ago(days(2)) }, null],
])("%s may decide, or is refused for the right reason", (_, given, fault) => {
  expect(findSecondPersonFault(person(given), "usr_a", now)).toBe(fault);
});

test("the facts about a person alone name no proposer", () => {
  expect(findApproverFault(person({ id: "usr_a", invitedBy: "usr_a" }), now)).toBeNull();
});
