import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hours, minutes, plusMs, systemClock } from "@/server/domain/clock";
import type { SignInDoor } from "@/server/domain/people/sign-in";
import { newPerson, openSession } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { endSession } from "./end-session";
import { findPanelSession, findStaffSession } from "./session-queries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const row = (id: string) => world.db.prisma.signInSession.findUniqueOrThrow({ where: { id } });

/** Creates a session that was last used `ms` ago. */
async function idleFor(ms: number, door: SignInDoor = "panel") {
  const { id: userId, person } = await newPerson(world.ctx, door);
  const id = await openSession(world.ctx, person);
  const lastSeenAt = plusMs(systemClock.now(), -ms);
  await world.db.prisma.signInSession.update({ where: { id }, data: { lastSeenAt } });
  return { id, userId, lastSeenAt };
}

const isHeld = async (id: string, door: SignInDoor = "panel"): Promise<boolean> => {
  const session = await (door === "panel" ? findPanelSession : findStaffSession)(world.ctx, id);
  await world.settled();
  return session !== null;
};

describe("a session", () => {
  test.each([
    ["panel", minutes(59), minutes(60)],
    ["staff", minutes(29), minutes(30)],
  ] as const)("of the door %s is valid within its idle time, and not after it", async (door, within, after) => {
    const [busy, idle] = [await idleFor(within, door), await idleFor(after, door)];
    expect([await isHeld(busy.id, door), await isHeld(idle.id, door)]).toEqual([true, false]);
  });

  test("restarts its idle time with each use, except a session that has ended", async () => {
    const [used, idle] = [await idleFor(minutes(59)), await idleFor(hours(2))];
    for (const { id } of [used, idle]) await isHeld(id);
    expect(Date.now() - (await row(used.id)).lastSeenAt.getTime()).toBeLessThan(60_000);
    expect((await row(idle.id)).lastSeenAt).toEqual(idle.lastSeenAt);
  });

  test("stays idle during the automatic requests of an open page", async () => {
    const { id, lastSeenAt } = await idleFor(minutes(59));
    expect(await findPanelSession(world.ctx, id, { isUse: false })).not.toBeNull();
    await world.settled();
    expect((await row(id)).lastSeenAt).toEqual(lastSeenAt);
  });

  test("ends after its maximum time, also when it is in use", async () => {
    const { id } = await idleFor(0);
    await world.db.prisma.signInSession.update({ where: { id }, data: { expiresAt: systemClock.now() } });
    expect(await isHeld(id)).toBe(false);
  });

  test.each(["panel", "staff"] as const)("ends when its user is removed from the door %s", async (door) => {
    const { id, userId } = await idleFor(0, door);
    const change = { where: { id: userId }, data: { removedAt: systemClock.now() } };
    if (door === "panel") await world.db.prisma.panelUser.update(change);
    else await world.db.prisma.staffUser.update(change);
    expect((await row(id)).endedAt).toBeNull();
    expect(await isHeld(id, door)).toBe(false);
  });

  test("ends when the user signs out, and is never valid at the other door", async () => {
    const { id } = await idleFor(0);
    expect([await isHeld(id), await isHeld(id, "staff")]).toEqual([true, false]);
    await endSession(world.ctx, { door: "panel", sessionId: id, sourceIp: "192.0.2.9" });
    expect(await isHeld(id)).toBe(false);
  });
});
