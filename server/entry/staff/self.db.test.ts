import { afterAll, beforeAll, expect, test } from "vitest";
import { staffDoor, testPassword } from "@/server/testing/world/panel";
import { codeAt } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { Ctx } from "@/server/usecases/ctx";
import { findStaffSession } from "@/server/usecases/people/find-session";
import { act, createCallerFactory, read, router } from "./door";
import { staffRouter } from "./router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

test("staff do about themselves what merchants do, on a record of their own", async () => {
  const door = await staffDoor(world.ctx, "support");
  const { self } = createCallerFactory(staffRouter)(door);
  const { secret, uri } = await self.startSecondFactor();
  expect(uri).toContain("otpauth://totp/Vezne%20Staff:");
  await self.finishSecondFactor({ code: codeAt(secret, -1) });
  await self.confirm({ password: testPassword, code: codeAt(secret) });
  const entries = await world.db.prisma.auditEntry.findMany({ where: { actorId: door.session!.user.id } });
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) expect(entry).toMatchObject({ scope: "staff", actorKind: "staff" });
});

/** What anybody on the staff may do, and a part of what only they do about themselves. */
const tried = router({
  read: read("partner.read").query(() => "read"),
  change: act("self.manage").mutation(({ ctx }) => ctx.audit.begin({})),
});

test("in live mode access_denied for everything but themselves until they have a second factor, in the sandbox not", async () => {
  const live: Ctx = { ...world.ctx, sandboxTime: null };
  const door = await staffDoor(live, "admin");
  const callOf = async (ctx: Ctx) => {
    const session = await findStaffSession(ctx, door.session!.sessionId);
    return { tried: createCallerFactory(tried)({ ...door, ctx, session }), session };
  };
  const without = await callOf(live);
  expect(without.session).toMatchObject({ mustSetUpSecondFactor: true });
  await expect(without.tried.read()).rejects.toThrow("access_denied");
  await without.tried.change();
  expect(await (await callOf(world.ctx)).tried.read()).toBe("read");

  const { self } = createCallerFactory(staffRouter)({ ...door, session: without.session });
  const { secret } = await self.startSecondFactor();
  await self.finishSecondFactor({ code: codeAt(secret) });
  expect(await (await callOf(live)).tried.read()).toBe("read");
});
