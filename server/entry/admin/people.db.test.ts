import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { panelDoor, staffDoor, testPassword } from "@/server/testing/world/panel";
import { setUpApp } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { acceptInvitation } from "@/server/usecases/people/accept-invitation";
import { findPanelSession, findStaffSession } from "@/server/usecases/people/find-session";
import { isPasswordOf } from "@/server/usecases/people/password";
import { findCommand } from "./commands";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const type = async (...words: string[]): Promise<readonly string[]> => {
  const found = findCommand(["people", ...words]);
  if (!found) throw new Error(`No command: ${words.join(" ")}`);
  return found.command.run(world.ctx, found.values, found.options);
};

const entryOf = (action: string) =>
  world.db.prisma.auditEntry.findFirst({ where: { action }, orderBy: { number: "desc" } });

describe("people invite", () => {
  test("a link that lets the first owner of an account in, once", async () => {
    const [url = ""] = await type("invite", "prt_ours", "First@Ours.test", "owner");
    expect(await entryOf("team.invite")).toMatchObject({ scope: "prt_ours", actorKind: "system" });
    const token = url.split("#")[1] ?? "";
    const joining = { token, name: "First", password: testPassword };
    await acceptInvitation(world.ctx, joining);
    const user = await world.db.prisma.panelUser.findFirstOrThrow({ where: { email: "first@ours.test" } });
    expect(user).toMatchObject({ partnerId: "prt_ours", role: "owner" });
    await expect(acceptInvitation(world.ctx, joining)).rejects.toMatchObject({ code: "invitation_invalid" });
  });

  test("refused for an account, a role or an address that is none", async () => {
    await expect(type("invite", "prt_none", "a@b.test", "owner")).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(type("invite", "prt_ours", "a@b.test", "king")).rejects.toThrow("One of owner");
    await expect(type("invite", "prt_ours", "nobody", "owner")).rejects.toThrow("no e-mail address");
  });
});

describe("people staff", () => {
  test("somebody signs in with the password that was shown; a second one of the address is refused", async () => {
    const [password = ""] = await type("staff", "Ada@vezne.test", "operations");
    const user = await world.db.prisma.staffUser.findFirstOrThrow({ where: { email: "ada@vezne.test" } });
    expect(user.role).toBe("operations");
    expect(await isPasswordOf(user.passwordHash, password)).toBe(true);
    await expect(type("staff", "ada@vezne.test", "admin")).rejects.toMatchObject({ code: "email_taken" });
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

  test("whoever is removed is signed out at once, and the address is free again", async () => {
    const { session } = await staffDoor(world.ctx, "support");
    const { email } = session!.user;
    await type("remove-staff", email);
    expect(await findStaffSession(world.ctx, session!.sessionId)).toBeNull();
    expect(await entryOf("staff.remove")).toMatchObject({ outcome: "done", subject: session!.user.id });
    await expect(type("remove-staff", email)).rejects.toMatchObject({ code: "not_found" });
    await type("staff", email, "support");
  });
});

describe("people reset", () => {
  test("a new password, no second factor, no session; on record in the account's log", async () => {
    const { session } = await panelDoor(world.ctx, "finance");
    const { id, email } = session!.user;
    const { sessionId } = await setUpApp(world.ctx, { door: "panel", userId: id });
    const [password = ""] = await type("reset", "panel", email.toUpperCase());
    const user = await world.db.prisma.panelUser.findUniqueOrThrow({ where: { id } });
    expect(user).toMatchObject({ totpSecret: null, totpSince: null });
    expect(await isPasswordOf(user.passwordHash, password)).toBe(true);
    expect(await isPasswordOf(user.passwordHash, testPassword)).toBe(false);
    expect(await world.db.prisma.recoveryCode.count({ where: { panelUserId: id } })).toBe(0);
    expect(await findPanelSession(world.ctx, sessionId)).toBeNull();
    expect(await entryOf("self.reset")).toMatchObject({ scope: "prt_ours", subject: id });
  });

  test("refused for an address that nobody of the door has", async () => {
    await expect(type("reset", "staff", "nobody@ours.test")).rejects.toMatchObject({ code: "not_found" });
    await expect(type("reset", "till", "a@b.test")).rejects.toThrow("One of panel, staff");
  });
});
