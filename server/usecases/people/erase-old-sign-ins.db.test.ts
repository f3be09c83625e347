import { afterAll, beforeAll, expect, test } from "vitest";
import { days, plusMs, systemClock } from "@/server/domain/clock";
import { newPerson, openSession, signInInput } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { eraseOldSignIns } from "./erase-old-sign-ins";
import { inviteColleague } from "./invite-colleague";
import { signIn } from "./sign-in";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const ago = (ms: number) => plusMs(systemClock.now(), -ms);

/** Creates one session and one invitation that expired at an instant. */
const expiredAt = async (expiresAt: Date) => {
  const { person } = await newPerson(world.ctx);
  const sessionId = await openSession(world.ctx, person);
  await world.db.prisma.signInSession.update({ where: { id: sessionId }, data: { expiresAt } });
  const { invitationId } = await inviteColleague(world.ctx, {
    partnerId: world.caller.partnerId,
    userId: person.userId,
    role: "support",
    language: "tr",
    email: `${person.userId}@invited.test`,
  });
  await world.db.prisma.invitation.update({ where: { id: invitationId }, data: { expiresAt } });
  return { sessionId, invitationId };
};

test("erases sessions and invitations thirty days after they expired, not before, and no valid ones", async () => {
  const [old, recent, present] = [
    await expiredAt(ago(days(30))),
    await expiredAt(ago(days(30) - 60_000)),
    await expiredAt(ago(-days(1))),
  ];
  const { email } = await newPerson(world.ctx);
  await signIn(world.ctx, signInInput(email));
  await world.settled();
  const left = {
    sessions: (await world.db.prisma.signInSession.findMany()).map(({ id }) => id),
    invitations: (await world.db.prisma.invitation.findMany()).map(({ id }) => id),
  };
  expect(await eraseOldSignIns(world.ctx), "the sign-in has erased everything").toEqual({
    sessions: 0,
    refusals: 0,
    invitations: 0,
    links: 0,
    mails: 0,
  });
  expect(left.sessions).not.toContain(old.sessionId);
  expect(left.sessions).toEqual(expect.arrayContaining([recent.sessionId, present.sessionId]));
  expect(left.invitations.sort()).toEqual([recent.invitationId, present.invitationId].sort());
});
