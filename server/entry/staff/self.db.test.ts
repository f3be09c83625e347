import { afterAll, beforeAll, expect, test } from "vitest";
import { createStaffContext, testPassword } from "@/server/testing/world/panel";
import { generateCode } from "@/server/testing/world/people";
import { stopRealClock } from "@/server/testing/world/real-clock";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { Ctx } from "@/server/usecases/ctx";
import { findStaffSession } from "@/server/usecases/people/session-queries";
import { createCallerFactory, mutationProcedure, queryProcedure, router } from "./door";
import { staffRouter } from "./router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

test("staff manage their own account as merchants do, in an audit log of their own", async () => {
  const door = await createStaffContext(world.ctx, "support");
  const { self } = createCallerFactory(staffRouter)(door);
  stopRealClock();
  const { secret, uri } = await self.startSecondFactor();
  expect(uri).toContain("otpauth://totp/Vezne%20Staff:");
  await self.finishSecondFactor({ code: generateCode(secret, -1) });
  await self.confirm({ password: testPassword, code: generateCode(secret) });
  const entries = await world.db.prisma.auditEntry.findMany({
    where: { actorId: door.session!.user.id },
    orderBy: { number: "asc" },
  });
  expect(entries.length).toBeGreaterThan(0);
  for (const entry of entries) expect(entry).toMatchObject({ scope: "staff", actorKind: "staff" });
});

/** A procedure that all staff may call, and one for their own account. */
const tried = router({
  read: queryProcedure("partner.read").query(() => "read"),
  change: mutationProcedure("self.manage").mutation(({ ctx }) => ctx.audit.begin({})),
});

test("access_denied in live mode for everything but their own account without a second factor; allowed in the sandbox", async () => {
  const live: Ctx = { ...world.ctx, sandboxTime: null };
  const door = await createStaffContext(live, "admin");
  const openCaller = async (ctx: Ctx) => {
    const session = await findStaffSession(ctx, door.session!.sessionId);
    return { tried: createCallerFactory(tried)({ ...door, ctx, session }), session };
  };
  const without = await openCaller(live);
  expect(without.session).toMatchObject({ duty: "second_factor" });
  await expect(without.tried.read()).rejects.toThrow("access_denied");
  await without.tried.change();
  expect(await (await openCaller(world.ctx)).tried.read()).toBe("read");

  const { self } = createCallerFactory(staffRouter)({ ...door, session: without.session });
  const { secret } = await self.startSecondFactor();
  await self.finishSecondFactor({ code: generateCode(secret) });
  expect(await (await openCaller(live)).tried.read()).toBe("read");
});
