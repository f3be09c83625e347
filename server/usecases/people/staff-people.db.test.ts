import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { days, plusMs, systemClock } from "@/server/domain/clock";
import { newSecretToken } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { sendWaitingMail } from "@/server/testing/receivers/scripted-mail";
import { testPassword } from "@/server/testing/world/panel";
import { newPerson, openSession, setUpAuthenticator } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { acceptStaffInvitation } from "./accept-staff-invitation";
import { changeStaffRole } from "./change-staff-role";
import { inviteStaff } from "./invite-staff";
import { removeColleague } from "./remove-colleague";
import { resetColleague } from "./reset-colleague";
import { revokeStaffInvitation } from "./revoke-staff-invitation";
import { findStaffSession } from "./session-queries";
import { listStaff, listStaffInvitations } from "./staff-queries";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

let admin: Awaited<ReturnType<typeof newPerson>>;
beforeEach(async () => {
  admin = await newPerson(world.ctx, "staff");
});

const invite = async (email: string, staffId = admin.id) => {
  const made = await inviteStaff(world.ctx, { staffId, email, role: "auditor", language: "en" });
  await sendWaitingMail(world.ctx);
  const { url } = world.mail.latest("staff_invitation", email.trim().toLowerCase());
  return { ...made, token: new URL(url).hash.slice(1) };
};

const accept = (token: string) =>
  acceptStaffInvitation(world.ctx, { token, name: "Ada Auditor", password: testPassword, language: "tr" });

const code = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: { code: string }) => error.code,
  );

const setRole = (userId: string, role: string) =>
  world.db.prisma.staffUser.update({ where: { id: userId }, data: { role } });

describe("an invitation to the back-office", () => {
  test("is mailed; who accepts it becomes a member with a proved address, and the inviter is known", async () => {
    const { token } = await invite(" New.Auditor@Vezne.test ");
    const { userId } = await accept(token);
    const user = await world.db.prisma.staffUser.findUniqueOrThrow({ where: { id: userId } });
    expect(user).toMatchObject({ email: "new.auditor@vezne.test", role: "auditor", invitedBy: admin.id });
    expect(user.emailProvedAt).not.toBeNull();
    expect((await listStaff(world.ctx)).find((one) => one.userId === userId)).toMatchObject({
      name: "Ada Auditor",
      hasSecondFactor: false,
      sessions: 0,
    });
  });

  test("is accepted once, also when two accept it at the same time", async () => {
    const { token } = await invite("race@vezne.test");
    const outcomes = await Promise.all([code(accept(token)), code(accept(token))]);
    expect(outcomes.sort()).toEqual(["done", "invitation_invalid"]);
    expect(await code(accept(token))).toBe("invitation_invalid");
    expect(await world.db.prisma.staffUser.count({ where: { email: "race@vezne.test" } })).toBe(1);
  });

  test("is invalid once it is revoked, replaced or expired, and for an invented token", async () => {
    const first = await invite("often@vezne.test");
    const second = await invite("often@vezne.test");
    expect(await code(accept(first.token))).toBe("invitation_invalid");
    await revokeStaffInvitation(world.ctx, second);
    expect(await code(revokeStaffInvitation(world.ctx, second))).toBe("not_found");
    const third = await invite("often@vezne.test");
    const expiresAt = plusMs(systemClock.now(), -days(1));
    await world.db.prisma.staffInvitation.update({ where: { id: third.invitationId }, data: { expiresAt } });
    expect(await code(accept(third.token))).toBe("invitation_invalid");
    expect(await code(accept(newSecretToken(systemRandom)))).toBe("invitation_invalid");
    expect((await listStaffInvitations(world.ctx)).map(({ email }) => email)).not.toContain("often@vezne.test");
  });

  test("403 for a member who is no administrator, and email_taken for the address of a member", async () => {
    const other = await newPerson(world.ctx, "staff");
    expect(await code(invite(other.email))).toBe("email_taken");
    await setRole(other.id, "operations");
    expect(await code(invite("no@vezne.test", other.id))).toBe("access_denied");
  });

  test("is revoked when its sender is no administrator any more", async () => {
    const other = await newPerson(world.ctx, "staff");
    const { token } = await invite("sent@vezne.test", other.id);
    await changeStaffRole(world.ctx, { staffId: admin.id, userId: other.id, role: "support" });
    expect(await code(accept(token))).toBe("invitation_invalid");
  });
});

describe("an administrator", () => {
  test("removes a colleague, whose sessions end, but not himself, and nobody twice", async () => {
    const other = await newPerson(world.ctx, "staff");
    const sessionId = await openSession(world.ctx, other.person);
    const removal = (userId: string) => removeColleague(world.ctx, { staffId: admin.id, userId });
    expect(await removal(other.id)).toMatchObject({ email: other.email, sessionsEnded: 1 });
    expect(await findStaffSession(world.ctx, sessionId)).toBeNull();
    expect(await code(removal(other.id))).toBe("not_found");
    expect(await code(removal(admin.id))).toBe("access_denied");
    const role = { staffId: admin.id, userId: admin.id, role: "support" } as const;
    expect(await code(changeStaffRole(world.ctx, role))).toBe("access_denied");
  });

  test("and another who remove each other at the same time: one of them stays", async () => {
    const other = await newPerson(world.ctx, "staff");
    const outcomes = await Promise.all([
      code(removeColleague(world.ctx, { staffId: admin.id, userId: other.id })),
      code(removeColleague(world.ctx, { staffId: other.id, userId: admin.id })),
    ]);
    expect(outcomes.sort()).toEqual(["access_denied", "done"]);
    const left = { id: { in: [admin.id, other.id] }, removedAt: null };
    expect(await world.db.prisma.staffUser.count({ where: left })).toBe(1);
  });

  test("resets the second factor of a colleague, who gets a mail and has to sign in again", async () => {
    const other = await newPerson(world.ctx, "staff");
    const { sessionId } = await setUpAuthenticator(world.ctx, other.person);
    const reset = () => resetColleague(world.ctx, { staffId: admin.id, userId: other.id, language: "tr" });
    expect(await reset()).toEqual({ email: other.email, sessionsEnded: 1 });
    expect(await findStaffSession(world.ctx, sessionId)).toBeNull();
    await sendWaitingMail(world.ctx);
    expect(world.mail.latest("second_factor_off", other.email)).toMatchObject({ door: "staff" });
    expect(await world.db.prisma.recoveryCode.count({ where: { staffUserId: other.id, usedAt: null } })).toBe(0);
    expect(await code(reset())).toBe("validation_error");
  });
});
