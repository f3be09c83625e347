import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { minutes } from "@/server/domain/clock";
import { newPerson, openSession } from "@/server/testing/world/people";
import { stopRealClock } from "@/server/testing/world/real-clock";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { endLapsedViewings } from "./end-lapsed-viewings";
import { endSession } from "./end-session";
import { endViewing } from "./end-viewing";
import { findStaffSession, findViewingSession } from "./session-queries";
import { startViewing } from "./start-viewing";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

/** Signs a member of staff in and opens the panel of an account. */
async function view(partnerId = "prt_ours", given: Awaited<ReturnType<typeof signIn>> | null = null) {
  const { staffId, sessionId } = given ?? (await signIn());
  await startViewing(world.ctx, { partnerId, sessionId, staffId, reason: "Asked for help", sourceIp: "192.0.2.8" });
  return { staffId, sessionId };
}

async function signIn() {
  const { id: staffId, person } = await newPerson(world.ctx, "staff");
  return { staffId, sessionId: await openSession(world.ctx, person) };
}

/** Lists what the audit logs of merchants say about a member of staff. */
const entries = async (staffId: string) =>
  (
    await world.db.prisma.auditEntry.findMany({
      where: { actorId: staffId, action: { startsWith: "viewing." } },
      orderBy: [{ scope: "desc" }, { number: "asc" }],
    })
  ).map(({ scope, action, actorKind, actorName, detail }) => ({ scope, action, actorKind, actorName, detail }));

test("the session of staff becomes a read-only one of the account's panel, and the merchant's log has the reason", async () => {
  const { staffId, sessionId } = await view();
  expect(await findViewingSession(world.ctx, sessionId)).toMatchObject({
    role: "viewer",
    account: { partnerId: "prt_ours" },
    user: { id: staffId },
  });
  expect(await entries(staffId)).toMatchObject([
    {
      scope: "prt_ours",
      action: "viewing.start",
      actorKind: "staff",
      actorName: "Vezne",
      detail: { reason: "Asked for help" },
    },
  ]);
});

test("null for a session that views nothing, and for one that has ended viewing; the end is in the merchant's log", async () => {
  const { staffId, sessionId } = await view();
  expect(await endViewing(world.ctx, { sessionId, cause: "button" })).toEqual({ partnerId: "prt_ours" });
  expect(await findViewingSession(world.ctx, sessionId)).toBeNull();
  expect(await endViewing(world.ctx, { sessionId, cause: "button" })).toBeNull();
  expect(await entries(staffId)).toMatchObject([
    { action: "viewing.start" },
    { scope: "prt_ours", action: "viewing.end", detail: { cause: "button" } },
  ]);
});

test("ends after 30 minutes although the session of staff is in use, and its end is recorded once", async () => {
  stopRealClock();
  const { staffId, sessionId } = await view();
  vi.advanceTimersByTime(minutes(29));
  expect(await findViewingSession(world.ctx, sessionId)).not.toBeNull();
  await world.settled();
  vi.advanceTimersByTime(minutes(1));
  expect(await findViewingSession(world.ctx, sessionId)).toBeNull();
  await world.settled();
  expect(await findStaffSession(world.ctx, sessionId)).not.toBeNull();
  expect(await endLapsedViewings(world.ctx)).toBe(0);
  expect((await entries(staffId)).map(({ action }) => action)).toEqual(["viewing.start", "viewing.end"]);
});

test("ends with the session of staff: by signing out, and when it is idle for too long", async () => {
  stopRealClock();
  const [left, idle] = [await view(), await view()];
  await endSession(world.ctx, { door: "staff", sessionId: left.sessionId, sourceIp: "192.0.2.8" });
  expect(await findViewingSession(world.ctx, left.sessionId)).toBeNull();
  await world.db.prisma.signInSession.update({
    where: { id: idle.sessionId },
    data: { lastSeenAt: new Date(Date.now() - minutes(31)) },
  });
  expect(await findViewingSession(world.ctx, idle.sessionId)).toBeNull();
  await world.settled();
  expect((await entries(left.staffId)).at(1)).toMatchObject({ action: "viewing.end", detail: { cause: "signed_out" } });
  expect((await entries(idle.staffId)).at(1)).toMatchObject({ action: "viewing.end", detail: { cause: "expired" } });
});

test("of two panels that a session opens one after the other, or at once, one stays open", async () => {
  const session = await view();
  await view("prt_other", session);
  expect((await findViewingSession(world.ctx, session.sessionId))?.account.partnerId).toBe("prt_other");
  expect((await entries(session.staffId)).map(({ scope, action }) => [scope, action])).toEqual([
    ["prt_ours", "viewing.start"],
    ["prt_ours", "viewing.end"],
    ["prt_other", "viewing.start"],
  ]);
  const racing = await signIn();
  await Promise.allSettled([view("prt_ours", racing), view("prt_other", racing)]);
  const open = { sessionId: racing.sessionId, endedAt: null };
  expect(await world.db.prisma.partnerViewing.count({ where: open })).toBe(1);
});

test("null for a role that may not view, for a removed member, and in live mode without a second factor", async () => {
  const { staffId, sessionId } = await view();
  expect(await findViewingSession({ ...world.ctx, sandboxTime: null }, sessionId)).toBeNull();
  const change = (data: object) => world.db.prisma.staffUser.update({ where: { id: staffId }, data });
  await change({ removedAt: new Date() });
  expect(await findViewingSession(world.ctx, sessionId)).toBeNull();
});

test("404 for an account that does not exist", async () => {
  await expect(view("prt_none")).rejects.toMatchObject({ code: "not_found" });
});
