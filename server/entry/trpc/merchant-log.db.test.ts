import { afterAll, beforeAll, expect, test } from "vitest";
import { createPanelContext, createStaffContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory as createPanelCaller } from "../panel/door";
import { panelRouter } from "../panel/router";
import { createCallerFactory } from "../staff/door";
import { staffRouter } from "../staff/router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const partnerId = "prt_ours";
const reason = "Seen by staff only";
const openStaff = async (role: "admin" | "operations" = "operations") => {
  const door = await createStaffContext(world.ctx, role);
  return { email: door.session?.user.email ?? "", caller: createCallerFactory(staffRouter)(door) };
};
const openOwner = async () => createPanelCaller(panelRouter)(await createPanelContext(world.ctx, "owner", partnerId));
const readOwnLog = async () => (await (await openOwner()).audit.list({})).items;
const revisionOf = async () =>
  (await world.db.prisma.partnerProfile.findUnique({ where: { id: partnerId } }))?.revision ?? 0;

test("a merchant reads in its own log what staff changed, without their names and their reasons", async () => {
  const { caller } = await openStaff();
  const seen = async () => ({ partnerId, revision: await revisionOf(), reason });
  await caller.partner.hold({ ...(await seen()), holdReason: "risk_review" });
  world.clock.advanceMs(1_000);
  await caller.partner.release(await seen());
  world.clock.advanceMs(1_000);
  await caller.partner.setStatus({ ...(await seen()), status: "suspended" });
  world.clock.advanceMs(1_000);
  await caller.partner.setStatus({ ...(await seen()), status: "active" });
  world.clock.advanceMs(1_000);
  await caller.partner.setIban({ ...(await seen()), iban: "TR330006100519786457841326" });
  const log = await readOwnLog();
  expect(log.map(({ action, actorName, outcome }) => [action, actorName, outcome])).toEqual([
    ["account.setIban", "Vezne", "done"],
    ["account.setStatus", "Vezne", "done"],
    ["account.setStatus", "Vezne", "done"],
    ["account.release", "Vezne", "done"],
    ["account.hold", "Vezne", "done"],
  ]);
  expect(log[4]?.detail).toMatchObject({
    before: { acceptanceHeld: false, holdReason: null },
    after: { acceptanceHeld: true, holdReason: "risk_review" },
  });
  const whole = JSON.stringify(log.map(({ detail, actorName }) => ({ detail, actorName })));
  expect(whole).not.toContain(reason);
  expect(whole).not.toContain("0519786457");
});

test("a refused change, and one that changes nothing, is not in the merchant's log", async () => {
  const { caller } = await openStaff();
  const before = await readOwnLog();
  const hold = (revision: number) =>
    caller.partner.hold({ partnerId, revision, reason, holdReason: "regulatory" }).catch(() => "refused");
  expect(await hold(-1)).toBe("refused");
  await caller.partner.setStatus({ partnerId, revision: await revisionOf(), reason, status: "active" });
  expect(await readOwnLog()).toEqual(before);
});

test("the tab of a merchant has its own log and what staff did to it, and nothing of others", async () => {
  const { caller } = await openStaff();
  const revision = await revisionOf();
  await caller.partner.hold({ partnerId, revision, reason, holdReason: "maintenance" });
  await caller.partner.hold({ partnerId: "prt_other", revision: 0, reason, holdReason: "maintenance" });
  const { items } = await caller.audit.ofPartner({ partnerId });
  const mine = items.map(({ scope, subject }) => (scope === partnerId ? partnerId : subject));
  expect(new Set(mine)).toEqual(new Set([partnerId]));
  expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(["account.hold", "partner.hold"]));
  const { items: held } = await caller.audit.ofPartner({ partnerId, area: "account" });
  expect(new Set(held.map(({ action }) => action.split(".")[0]))).toEqual(new Set(["account"]));
  await expect(caller.audit.ofPartner({ partnerId: "prt_none" })).rejects.toThrow("not_found");
});

test("staff read which of them invited an owner; the merchant reads Vezne", async () => {
  const { caller, email } = await openStaff("admin");
  await caller.partner.inviteOwner({ partnerId, email: "yeni.sahip@ours.test" });
  const { invitations } = await caller.partner.team({ partnerId });
  expect(invitations).toMatchObject([{ email: "yeni.sahip@ours.test", invitedBy: email }]);
  expect(await (await openOwner()).team.invitations()).toMatchObject([{ invitedBy: "Vezne" }]);
});
