import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { days, plusMs, systemClock } from "@/server/domain/clock";
import { AppError } from "@/server/domain/errors";
import { newSecretToken } from "@/server/domain/ids";
import { systemRandom } from "@/server/domain/random";
import { asPartnerId, type PartnerId } from "@/server/store/tenant";
import { sendWaitingMail } from "@/server/testing/receivers/scripted-mail";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { listKeysOfMember } from "../accounts/api-queries";
import { createApiKey } from "../keys/create-api-key";
import { acceptInvitation } from "./accept-invitation";
import { changeRole } from "./change-role";
import { inviteColleague } from "./invite-colleague";
import { getInvitation, listInvitations, listTeam } from "./queries";
import { removeMember } from "./remove-member";
import { revokeInvitation } from "./revoke-invitation";
import { findPanelSession } from "./session-queries";
import { isPasswordCorrect } from "./shared/password";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const password = "a long walk by the sea";
let accounts = 0;

/** Creates an account of its own for a test. */
async function newAccount(): Promise<PartnerId> {
  accounts += 1;
  const id = `prt_team_${accounts}`;
  const data = { id, name: `Team ${accounts}`, createdAt: world.clock.now(), webhookSecret: Buffer.alloc(8) };
  await world.db.prisma.partner.create({ data });
  return asPartnerId(id);
}

const join = async (partnerId: PartnerId, role: "owner" | "finance" = "owner") => {
  const { session } = await createPanelContext(world.ctx, role, partnerId);
  if (!session) throw new Error("The test session was not taken");
  return session;
};

const invite = async (partnerId: PartnerId, email = "new@team.test", userId: string | null = null) => {
  const made = await inviteColleague(world.ctx, { partnerId, userId, email, role: "finance", language: "tr" });
  return { ...made, token: new URL(made.url).hash.slice(1) };
};

const resultCode = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

const accept = (token: string) =>
  acceptInvitation(world.ctx, { token, name: "New Colleague", password, language: "tr" });
const listUsers = (email: string) => world.db.prisma.panelUser.findMany({ where: { email } });

describe("an invitation", () => {
  test("creates a user with its role, once, and is then no longer listed", async () => {
    const partnerId = await newAccount();
    const { token, url } = await invite(partnerId, " Once@Team.test ");
    expect(url).toBe(`http://api.test/panel/invitation#${token}`);
    expect(await getInvitation(world.ctx, { token })).toMatchObject({
      accountName: "Team 1",
      email: "once@team.test",
      role: "finance",
    });
    expect(await listInvitations(world.ctx, { partnerId })).toHaveLength(1);
    const { userId } = await accept(token);
    expect(await resultCode(accept(token))).toBe("invitation_invalid");
    const [user] = await listUsers("once@team.test");
    expect(user).toMatchObject({ id: userId, partnerId, role: "finance", name: "New Colleague" });
    expect(await isPasswordCorrect(user?.passwordHash ?? null, password)).toBe(true);
    expect(await listInvitations(world.ctx, { partnerId })).toEqual([]);
  });

  test("is accepted by one of ten concurrent calls", async () => {
    const { token } = await invite(await newAccount(), "race@team.test");
    const answers = await Promise.all(Array.from({ length: 10 }, () => resultCode(accept(token))));
    expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "invitation_invalid")).toHaveLength(9);
    expect(await listUsers("race@team.test")).toHaveLength(1);
  });

  test("404 equally for an unknown, malformed, revoked or expired token", async () => {
    const partnerId = await newAccount();
    const revoked = await invite(partnerId, "revoked@team.test");
    await revokeInvitation(world.ctx, { partnerId, invitationId: revoked.invitationId });
    const late = await invite(partnerId, "late@team.test");
    await world.db.prisma.invitation.update({
      where: { id: late.invitationId },
      data: { expiresAt: systemClock.now() },
    });
    for (const token of [newSecretToken(systemRandom), "x", "", revoked.token, late.token]) {
      expect(await resultCode(getInvitation(world.ctx, { token }))).toBe("invitation_invalid");
      expect(await resultCode(accept(token))).toBe("invitation_invalid");
    }
  });

  test("is valid for seven days of real time, and only its hash is stored", async () => {
    const { invitationId, token, expiresAt } = await invite(await newAccount(), "hash@team.test");
    const week = plusMs(systemClock.now(), days(7));
    expect(Math.abs(expiresAt.getTime() - week.getTime())).toBeLessThan(60_000);
    const row = await world.db.prisma.invitation.findUniqueOrThrow({ where: { id: invitationId } });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test("is replaced by a later one to the same address, also when several are created at once", async () => {
    const partnerId = await newAccount();
    const made = await Promise.all(Array.from({ length: 5 }, () => invite(partnerId, "again@team.test")));
    expect(await listInvitations(world.ctx, { partnerId })).toHaveLength(1);
    const answers = await Promise.all(made.map(({ token }) => resultCode(getInvitation(world.ctx, { token }))));
    expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
  });

  test("409 for an address of the team; for one of another account the invitation is created, and accepting it answers 409 and keeps it open", async () => {
    const partnerId = await newAccount();
    const { user } = await join(partnerId);
    expect(await resultCode(invite(partnerId, user.email))).toBe("email_taken");
    const elsewhere = await invite(await newAccount(), user.email);
    expect(await resultCode(accept(elsewhere.token))).toBe("email_taken");
    expect(await resultCode(getInvitation(world.ctx, { token: elsewhere.token }))).toBe("done");
  });

  test("400 for a common password and for one that the invitation contains", async () => {
    const partnerId = await newAccount();
    await world.db.prisma.partner.update({ where: { id: partnerId }, data: { name: "Kırtasiye" } });
    const { token } = await invite(partnerId, "weakness@team.test");
    for (const weak of ["password1", "weakness.2026", "Deniz Aksoy 7", "kirtasiye2026"]) {
      const tried = acceptInvitation(world.ctx, { token, name: "Deniz Aksoy", password: weak, language: "tr" });
      expect(await resultCode(tried), weak).toBe("validation_error");
    }
    expect(await listUsers("weakness@team.test")).toEqual([]);
  });

  test("404 for revoking one of another account; is invalid once its inviter is no owner any more", async () => {
    const [partnerId, foreign] = [await newAccount(), await newAccount()];
    const [giver] = [await join(partnerId), await join(partnerId)];
    const { token, invitationId } = await invite(partnerId, "giver@team.test", giver.user.id);
    expect(await resultCode(revokeInvitation(world.ctx, { partnerId: foreign, invitationId }))).toBe("not_found");
    await changeRole(world.ctx, { partnerId, userId: giver.user.id, role: "support" });
    expect(await resultCode(accept(token))).toBe("invitation_invalid");
  });

  test("is mailed with the same link, the account and the inviter, in the language of the inviter", async () => {
    const partnerId = await newAccount();
    const { user } = await join(partnerId);
    const email = "mailed@team.test";
    const input = { partnerId, userId: user.id, email, role: "finance", language: "en" } as const;
    const { url, expiresAt } = await inviteColleague(world.ctx, input);
    await sendWaitingMail(world.ctx);
    const values = { account: `Team ${accounts}`, inviter: user.name || user.email, role: "finance", url };
    expect(world.mail.latest("panel_invitation", email)).toEqual({ ...values, until: expiresAt.toISOString() });
    expect(world.mail.sent.find(({ to }) => to === email)?.language).toBe("en");
  });
});

describe("the team", () => {
  test("a role is effective from the next request on", async () => {
    const partnerId = await newAccount();
    await join(partnerId);
    const { sessionId, user } = await join(partnerId, "finance");
    await changeRole(world.ctx, { partnerId, userId: user.id, role: "support" });
    expect((await findPanelSession(world.ctx, sessionId))?.role).toBe("support");
  });

  test("a removed user is signed out immediately and can be invited again, also by another account", async () => {
    const partnerId = await newAccount();
    await join(partnerId);
    const { sessionId, user } = await join(partnerId, "finance");
    await removeMember(world.ctx, { partnerId, userId: user.id });
    expect(await findPanelSession(world.ctx, sessionId)).toBeNull();
    const rows = await world.db.prisma.signInSession.findMany({ where: { panelUserId: user.id } });
    expect(rows.map(({ endedAt }) => endedAt)).not.toContain(null);
    expect((await listTeam(world.ctx, { partnerId })).map(({ userId }) => userId)).not.toContain(user.id);
    const again = await invite(partnerId, user.email);
    await revokeInvitation(world.ctx, { partnerId, invitationId: again.invitationId });
    const { token } = await invite(await newAccount(), user.email);
    expect(await resultCode(accept(token))).toBe("done");
    expect(await listUsers(user.email)).toHaveLength(2);
  });

  test("a removal revokes the keys that the user made or received, except those that are kept", async () => {
    const partnerId = await newAccount();
    await join(partnerId);
    const { user } = await join(partnerId, "finance");
    const makeKey = async (name: string, seenBy: string[]) => {
      const { id } = await createApiKey(world.ctx, { partnerId, name, createdBy: null, seenBy });
      return id;
    };
    const [made, received] = [await makeKey("made", [user.id]), await makeKey("received", ["usr_other", user.id])];
    const [kept, foreign] = [await makeKey("kept", [user.id]), await makeKey("unknown to them", ["usr_other"])];
    const seen = await listKeysOfMember(world.ctx, { partnerId, userId: user.id });
    expect(seen.map(({ keyId }) => keyId).sort()).toEqual([made, received, kept].sort());
    const done = await removeMember(world.ctx, { partnerId, userId: user.id, keptKeyIds: [kept, foreign] });
    expect(done.revokedKeys.map((name) => name.split(" (")[0]).sort()).toEqual(["made", "received"]);
    expect(done.keptKeys).toEqual([expect.stringContaining("kept (sk_test_")]);
    const rows = await world.db.prisma.apiKey.findMany({ where: { partnerId }, select: { id: true, revokedAt: true } });
    const live = rows.filter(({ revokedAt }) => revokedAt === null).map(({ id }) => id);
    expect(live.sort()).toEqual([kept, foreign].sort());
  });

  test("the last owner stays owner, and stays", async () => {
    const partnerId = await newAccount();
    const { user } = await join(partnerId);
    await join(partnerId, "finance");
    const input = { partnerId, userId: user.id };
    expect(await resultCode(changeRole(world.ctx, { ...input, role: "finance" }))).toBe("last_owner");
    expect(await resultCode(removeMember(world.ctx, input))).toBe("last_owner");
    expect(await resultCode(changeRole(world.ctx, { ...input, role: "owner" }))).toBe("done");
  });

  test("one of two owners stays when one is demoted and the other is removed at the same moment", async () => {
    for (let round = 0; round < 8; round++) {
      const partnerId = await newAccount();
      const [one, two] = [await join(partnerId), await join(partnerId)];
      const answers = await Promise.all([
        resultCode(changeRole(world.ctx, { partnerId, userId: two.user.id, role: "support" })),
        resultCode(removeMember(world.ctx, { partnerId, userId: one.user.id })),
      ]);
      expect([...answers].sort()).toEqual(["done", "last_owner"]);
      const team = await listTeam(world.ctx, { partnerId });
      expect(team.filter(({ role }) => role === "owner")).toHaveLength(1);
    }
  });

  test("404 for a user of another account and for a removed user", async () => {
    const [partnerId, foreign] = [await newAccount(), await newAccount()];
    await join(partnerId);
    const { user } = await join(foreign, "finance");
    const input = { partnerId, userId: user.id };
    expect(await resultCode(changeRole(world.ctx, { ...input, role: "owner" }))).toBe("not_found");
    expect(await resultCode(removeMember(world.ctx, input))).toBe("not_found");
    await removeMember(world.ctx, { partnerId: foreign, userId: user.id });
    expect(await resultCode(removeMember(world.ctx, { partnerId: foreign, userId: user.id }))).toBe("not_found");
  });

  test("the database refuses two users with the same address", async () => {
    const partnerId = await newAccount();
    const { user } = await join(partnerId);
    const { id: _id, ...row } = await world.db.prisma.panelUser.findUniqueOrThrow({ where: { id: user.id } });
    await expect(world.db.prisma.panelUser.create({ data: { ...row, id: "usr_twin" } })).rejects.toThrow();
  });
});
