import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPanelContext, createStaffContext, testPassword } from "@/server/testing/world/panel";
import { setUpAuthenticator } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { acceptInvitation } from "@/server/usecases/people/accept-invitation";
import { findPanelSession, findStaffSession } from "@/server/usecases/people/session-queries";
import { isPasswordCorrect } from "@/server/usecases/people/shared/password";
import { findCommand } from "./commands";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const runCommand = async (...words: string[]): Promise<readonly string[]> => {
  const found = findCommand(["people", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(world.ctx, found.values, found.options);
};

const findEntry = (action: string) =>
  world.db.prisma.auditEntry.findFirst({ where: { action }, orderBy: { number: "desc" } });

describe("people invite", () => {
  test("prints a link with which the first owner of an account can join once", async () => {
    const [url = ""] = await runCommand("invite", "prt_ours", "First@Ours.test", "owner");
    expect(await findEntry("team.invite")).toMatchObject({ scope: "prt_ours", actorKind: "system" });
    const token = url.split("#")[1] ?? "";
    const joining = { token, name: "First", password: testPassword, language: "tr" } as const;
    await acceptInvitation(world.ctx, joining);
    const user = await world.db.prisma.panelUser.findFirstOrThrow({ where: { email: "first@ours.test" } });
    expect(user).toMatchObject({ partnerId: "prt_ours", role: "owner" });
    await expect(acceptInvitation(world.ctx, joining)).rejects.toMatchObject({ code: "invitation_invalid" });
  });

  test("refuses an unknown account, an unknown role and an invalid address", async () => {
    await expect(runCommand("invite", "prt_none", "a@b.test", "owner")).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(runCommand("invite", "prt_ours", "a@b.test", "king")).rejects.toThrow("must be one of owner");
    await expect(runCommand("invite", "prt_ours", "nobody", "owner")).rejects.toThrow("not an e-mail address");
  });
});

describe("people staff", () => {
  test("adds a person with the printed password, and refuses a second one with the same address", async () => {
    const [password = ""] = await runCommand("staff", "Ada@vezne.test", "operations");
    const user = await world.db.prisma.staffUser.findFirstOrThrow({ where: { email: "ada@vezne.test" } });
    expect(user.role).toBe("operations");
    expect(await isPasswordCorrect(user.passwordHash, password)).toBe(true);
    await expect(runCommand("staff", "ada@vezne.test", "admin")).rejects.toMatchObject({
      code: "email_taken",
    });
    const entries = await world.db.prisma.auditEntry.findMany({
      where: { action: "staff.add" },
      orderBy: { number: "asc" },
    });
    expect(entries.map(({ outcome, code }) => [outcome, code])).toEqual([
      ["begun", null],
      ["done", null],
      ["begun", null],
      ["refused", "email_taken"],
    ]);
  });

  test("signs a removed person out at once, and frees the address", async () => {
    const { session } = await createStaffContext(world.ctx, "support");
    const { email } = session!.user;
    await runCommand("remove-staff", email);
    expect(await findStaffSession(world.ctx, session!.sessionId)).toBeNull();
    expect(await findEntry("staff.remove")).toMatchObject({ outcome: "done", subject: session!.user.id });
    await expect(runCommand("remove-staff", email)).rejects.toMatchObject({ code: "not_found" });
    await runCommand("staff", email, "support");
  });
});

describe("people reset", () => {
  test("sets a new password, removes the second factor, ends all sessions, and audits it in the account's log", async () => {
    const { session } = await createPanelContext(world.ctx, "finance");
    const { id, email } = session!.user;
    const { sessionId } = await setUpAuthenticator(world.ctx, { door: "panel", userId: id });
    const [password = ""] = await runCommand("reset", "panel", email.toUpperCase());
    const user = await world.db.prisma.panelUser.findUniqueOrThrow({ where: { id } });
    expect(user).toMatchObject({ totpSecret: null, totpSince: null });
    expect(await isPasswordCorrect(user.passwordHash, password)).toBe(true);
    expect(await isPasswordCorrect(user.passwordHash, testPassword)).toBe(false);
    expect(await world.db.prisma.recoveryCode.count({ where: { panelUserId: id } })).toBe(0);
    expect(await findPanelSession(world.ctx, sessionId)).toBeNull();
    expect(await findEntry("self.reset")).toMatchObject({ scope: "prt_ours", subject: id });
  });

  test("refuses an unknown address and an unknown kind of user", async () => {
    await expect(runCommand("reset", "staff", "nobody@ours.test")).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(runCommand("reset", "till", "a@b.test")).rejects.toThrow("must be one of panel, staff");
  });
});
