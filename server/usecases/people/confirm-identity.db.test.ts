import { afterAll, beforeAll, expect, test } from "vitest";
import { minutes, plusMs, systemClock } from "@/server/domain/clock";
import { testPassword } from "@/server/testing/world/panel";
import { newPerson, openSession } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { changePassword } from "./change-password";
import { confirmIdentity } from "./confirm-identity";
import { findPanelSession } from "./session-queries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

/** Creates a user who signed in with two browsers 20 minutes ago. */
async function signedInEarlier() {
  const { person } = await newPerson(world.ctx);
  const [here, there] = [await openSession(world.ctx, person), await openSession(world.ctx, person)];
  const data = { confirmedAt: plusMs(systemClock.now(), -minutes(20)) };
  await world.db.prisma.signInSession.updateMany({ where: { panelUserId: person.userId }, data });
  return { person, here, there };
}

/** Whether the session was confirmed within the last minute. */
const isFresh = async (sessionId: string) => {
  const session = await findPanelSession(world.ctx, sessionId);
  return session && Date.now() - session.confirmedAt.getTime() < 60_000;
};

test("the right password confirms this browser's session only; a wrong one confirms none", async () => {
  const { person, here, there } = await signedInEarlier();
  const given = { person, sessionId: here, code: "" };
  const wrong = confirmIdentity(world.ctx, { ...given, password: "not this one" });
  await expect(wrong).rejects.toMatchObject({ code: "validation_error" });
  expect(await isFresh(here)).toBe(false);
  await confirmIdentity(world.ctx, { ...given, password: testPassword });
  expect([await isFresh(here), await isFresh(there)]).toEqual([true, false]);
});

test("changing the password does not confirm the session, because it needs no second factor", async () => {
  const { person, here, there } = await signedInEarlier();
  const change = { present: testPassword, next: "a wholly new one", about: [] };
  await changePassword(world.ctx, { person, sessionId: here, ...change });
  expect([await isFresh(here), await isFresh(there)]).toEqual([false, null]);
});
