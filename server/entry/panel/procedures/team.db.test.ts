import { afterAll, beforeAll, expect, test } from "vitest";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { createCallerFactory } from "../door";
import { panelRouter } from "../router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

test("the audit log records invitations, changes of role and removals, with the former role", async () => {
  const door = await createPanelContext(world.ctx, "owner");
  const { user } = door.session!;
  const owner = createCallerFactory(panelRouter)(door).team;
  const colleague = (await createPanelContext(world.ctx, "finance")).session!.user;
  const { invitationId } = await owner.invite({ email: " New@Ours.test ", role: "developer" });
  expect((await owner.invitations()).map(({ invitedBy }) => invitedBy)).toEqual([user.email]);
  await owner.changeRole({ userId: colleague.id, role: "support" });
  await owner.remove({ userId: colleague.id });
  await owner.revokeInvitation({ invitationId });
  expect((await owner.list()).map(({ userId, isSelf }) => [userId, isSelf])).toEqual([[user.id, true]]);
  const entries = await world.db.prisma.auditEntry.findMany({
    where: { actorId: user.id },
    orderBy: { number: "asc" },
  });
  const { email } = colleague;
  const invited = { email: "new@ours.test", role: "developer" };
  expect(entries.map(({ action, outcome, subject, detail }) => [action, outcome, subject, detail])).toEqual([
    ["team.invite", "begun", null, invited],
    ["team.invite", "done", invitationId, invited],
    ["team.changeRole", "begun", colleague.id, { role: "support" }],
    ["team.changeRole", "done", colleague.id, { email, before: { role: "finance" }, after: { role: "support" } }],
    ["team.remove", "begun", colleague.id, {}],
    ["team.remove", "done", colleague.id, { email, revokedKeys: [], keptKeys: [] }],
    ["team.revokeInvitation", "begun", invitationId, {}],
    ["team.revokeInvitation", "done", invitationId, {}],
  ]);
});

test("audit.people lists present and former members of the account only", async () => {
  const door = await createPanelContext(world.ctx, "owner", "prt_other");
  const former = (await createPanelContext(world.ctx, "support", "prt_other")).session!.user;
  await createPanelContext(world.ctx, "support");
  const caller = createCallerFactory(panelRouter)(door);
  await caller.team.remove({ userId: former.id });
  const known = await caller.audit.people();
  expect(known.map(({ email, isRemoved }) => [email, isRemoved])).toEqual([
    [door.session!.user.email, false],
    [former.email, true],
  ]);
});
