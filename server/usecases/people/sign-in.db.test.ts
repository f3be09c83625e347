import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hours, plusMs } from "@/server/domain/clock";
import { testPassword } from "@/server/testing/world/panel";
import { codeAt, newPerson, openSession, setUpApp, signInOf } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { changePassword } from "./change-password";
import { endSession } from "./end-session";
import { findPanelSession, findStaffSession } from "./find-session";
import { removeSecondFactor } from "./remove-second-factor";
import { signIn } from "./sign-in";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const entriesOf = async (actorId: string) => {
  await world.settled();
  const rows = await world.db.prisma.auditEntry.findMany({ where: { actorId }, orderBy: { number: "asc" } });
  return rows.map(({ scope, action, outcome, code, detail }) => ({ scope, action, outcome, code, detail }));
};

const idOf = (outcome: Awaited<ReturnType<typeof signIn>>): string => {
  if (outcome.kind !== "signed_in") throw new Error(`Not signed in: ${outcome.kind}`);
  return outcome.sessionId;
};

describe("with a password alone", () => {
  test("signed in, whatever the case of the address; it is on record, and when it was", async () => {
    const { id, email } = await newPerson(world.ctx);
    const sessionId = idOf(await signIn(world.ctx, signInOf(` ${email.toUpperCase()} `)));
    expect(await findPanelSession(world.ctx, sessionId)).toMatchObject({ user: { id, email } });
    const { lastSignInAt } = await world.db.prisma.panelUser.findUniqueOrThrow({ where: { id } });
    expect(Date.now() - (lastSignInAt?.getTime() ?? 0)).toBeLessThan(10_000);
    const row = await world.db.prisma.signInSession.findUniqueOrThrow({ where: { id: sessionId } });
    expect(row.expiresAt).toEqual(plusMs(row.createdAt, hours(12)));
    expect(await entriesOf(id)).toEqual([
      {
        scope: "prt_ours",
        action: "self.signIn",
        outcome: "done",
        code: null,
        detail: { secondFactor: "none" },
      },
    ]);
  });

  test("wrong for a wrong password, an address that nobody has and a user who was removed", async () => {
    const known = await newPerson(world.ctx);
    const removed = await newPerson(world.ctx);
    const removedAt = new Date();
    await world.db.prisma.panelUser.update({ where: { id: removed.id }, data: { removedAt } });
    const answers = await Promise.all([
      signIn(world.ctx, signInOf(known.email, { password: "not this one" })),
      signIn(world.ctx, signInOf("nobody@shop.test")),
      signIn(world.ctx, signInOf(removed.email)),
      signIn(world.ctx, signInOf(known.email, { door: "staff" })),
    ]);
    expect(answers).toEqual(Array(4).fill({ kind: "wrong" }));
    expect(await entriesOf(known.id)).toEqual([
      {
        scope: "prt_ours",
        action: "self.signIn",
        outcome: "refused",
        code: "unauthorized",
        detail: { what: "password" },
      },
    ]);
    expect(await entriesOf(removed.id)).toEqual([]);
  });

  test("a new id each time; what the browser had before ends, whoever's it was", async () => {
    const [one, other] = [await newPerson(world.ctx), await newPerson(world.ctx)];
    const first = idOf(await signIn(world.ctx, signInOf(one.email)));
    const elsewhere = await openSession(world.ctx, one.person);
    const second = idOf(await signIn(world.ctx, signInOf(other.email, { formerSessionId: first })));
    expect(second).not.toBe(first);
    expect(await findPanelSession(world.ctx, first)).toBeNull();
    expect(await findPanelSession(world.ctx, elsewhere)).not.toBeNull();
    expect(await findPanelSession(world.ctx, second)).not.toBeNull();
  });

  test("a session of the other door does not end by it", async () => {
    const [merchant, staff] = [await newPerson(world.ctx), await newPerson(world.ctx, "staff")];
    const staffSession = await openSession(world.ctx, staff.person);
    await signIn(world.ctx, signInOf(merchant.email, { formerSessionId: staffSession }));
    expect(await findStaffSession(world.ctx, staffSession)).not.toBeNull();
  });

  test("of a password that is changed meanwhile no session is left over", async () => {
    const { email, person } = await newPerson(world.ctx);
    const here = await openSession(world.ctx, person);
    const change = { person, sessionId: here, present: testPassword, next: "a wholly new one", about: [] };
    const [outcomes] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => signIn(world.ctx, signInOf(email)))),
      changePassword(world.ctx, change),
    ]);
    for (const outcome of outcomes) {
      if (outcome.kind === "signed_in") {
        expect(await findPanelSession(world.ctx, outcome.sessionId)).toBeNull();
      }
    }
    expect(await findPanelSession(world.ctx, here)).not.toBeNull();
  });
});

describe("with an authenticator app", () => {
  test("code_needed for the right password, wrong for a wrong one, whatever the code", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { secret } = await setUpApp(world.ctx, person);
    expect(await signIn(world.ctx, signInOf(email))).toEqual({ kind: "code_needed" });
    const wrong = signInOf(email, { password: "not this one", code: codeAt(secret) });
    expect(await signIn(world.ctx, wrong)).toEqual({ kind: "wrong" });
    const right = await signIn(world.ctx, signInOf(email, { code: codeAt(secret) }));
    expect(right.kind).toBe("signed_in");
  });

  test.each([
    ["of two steps ago", -2],
    ["of two steps ahead", 2],
  ])("code_wrong for a code %s; it is on record without the code", async (_, steps) => {
    const { id, email, person } = await newPerson(world.ctx);
    const { secret } = await setUpApp(world.ctx, person);
    const code = codeAt(secret, steps);
    expect(await signIn(world.ctx, signInOf(email, { code }))).toEqual({ kind: "code_wrong" });
    const [entry] = await entriesOf(id);
    expect(entry).toMatchObject({ outcome: "refused", code: "unauthorized", detail: { what: "code" } });
    expect(JSON.stringify(entry)).not.toContain(code);
  });

  test.each(["", "12345", "1234567", "abcdef", "０１２３４５"])("no entrance by %j", async (code) => {
    const { email, person } = await newPerson(world.ctx);
    await setUpApp(world.ctx, person);
    expect((await signIn(world.ctx, signInOf(email, { code }))).kind).toBe(
      code ? "code_wrong" : "code_needed",
    );
  });

  test("a step is taken once, and none before it afterwards; a space in the code does no harm", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { secret } = await setUpApp(world.ctx, person);
    const [now, next] = [codeAt(secret), codeAt(secret, 1)];
    const typed = `${next.slice(0, 3)} ${next.slice(3)}`;
    expect((await signIn(world.ctx, signInOf(email, { code: typed }))).kind).toBe("signed_in");
    for (const code of [next, now]) {
      expect(await signIn(world.ctx, signInOf(email, { code }))).toEqual({ kind: "code_wrong" });
    }
  });

  test("one of several equal codes at the same moment enters", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { secret, recoveryCodes } = await setUpApp(world.ctx, person);
    for (const code of [codeAt(secret), recoveryCodes[3]!]) {
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => signIn(world.ctx, signInOf(email, { code }))),
      );
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual([...Array(4).fill("code_wrong"), "signed_in"]);
    }
  });

  test("a recovery code enters once, however it is typed; the others stay", async () => {
    const { id, email, person } = await newPerson(world.ctx);
    const { recoveryCodes } = await setUpApp(world.ctx, person);
    const [first, second] = recoveryCodes as [string, string];
    const typed = first.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l");
    expect((await signIn(world.ctx, signInOf(email, { code: typed }))).kind).toBe("signed_in");
    expect(await signIn(world.ctx, signInOf(email, { code: first }))).toEqual({ kind: "code_wrong" });
    expect((await signIn(world.ctx, signInOf(email, { code: second }))).kind).toBe("signed_in");
    const used = (await entriesOf(id)).filter(({ outcome }) => outcome === "done");
    expect(used.map(({ detail }) => detail)).toEqual(Array(2).fill({ secondFactor: "recovery_code" }));
  });

  test("somebody else's recovery code is wrong", async () => {
    const [one, other] = [await newPerson(world.ctx), await newPerson(world.ctx)];
    const { recoveryCodes } = await setUpApp(world.ctx, one.person);
    await setUpApp(world.ctx, other.person);
    const code = recoveryCodes[0]!;
    expect(await signIn(world.ctx, signInOf(other.email, { code }))).toEqual({ kind: "code_wrong" });
    expect((await signIn(world.ctx, signInOf(one.email, { code }))).kind).toBe("signed_in");
  });

  test("after the app was removed the password alone is asked for, and no code is any good", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { sessionId } = await setUpApp(world.ctx, person);
    await removeSecondFactor(world.ctx, { person, sessionId });
    expect((await signIn(world.ctx, signInOf(email))).kind).toBe("signed_in");
    expect(await world.db.prisma.recoveryCode.count({ where: { panelUserId: person.userId } })).toBe(0);
  });
});

test("signing out ends the session and is on record once", async () => {
  const { id, person } = await newPerson(world.ctx, "staff");
  const sessionId = await openSession(world.ctx, person);
  const leave = { door: "staff", sessionId, sourceIp: "192.0.2.9" } as const;
  await Promise.all([endSession(world.ctx, leave), endSession(world.ctx, leave)]);
  await endSession(world.ctx, { ...leave, door: "panel" });
  expect(await findStaffSession(world.ctx, sessionId)).toBeNull();
  expect(await entriesOf(id)).toEqual([
    { scope: "staff", action: "self.signOut", outcome: "done", code: null, detail: {} },
  ]);
});
