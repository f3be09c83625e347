import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hours, plusMs } from "@/server/domain/clock";
import { testPassword } from "@/server/testing/world/panel";
import { generateCode, newPerson, openSession, setUpAuthenticator, signInInput } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { changePassword } from "./change-password";
import { endSession } from "./end-session";
import { removeSecondFactor } from "./remove-second-factor";
import { findPanelSession, findStaffSession } from "./session-queries";
import { signIn } from "./sign-in";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const listEntries = async (actorId: string) => {
  await world.settled();
  const rows = await world.db.prisma.auditEntry.findMany({ where: { actorId }, orderBy: { number: "asc" } });
  return rows.map(({ scope, action, outcome, code, detail }) => ({ scope, action, outcome, code, detail }));
};

const getSessionId = (outcome: Awaited<ReturnType<typeof signIn>>): string => {
  if (outcome.kind !== "signed_in") throw new Error(`Not signed in: ${outcome.kind}`);
  return outcome.sessionId;
};

describe("with a password alone", () => {
  test("signs in with an address in any case; records the sign-in and its time", async () => {
    const { id, email } = await newPerson(world.ctx);
    const before = new Date();
    const sessionId = getSessionId(await signIn(world.ctx, signInInput(` ${email.toUpperCase()} `)));
    expect(await findPanelSession(world.ctx, sessionId)).toMatchObject({ user: { id, email } });
    const { lastSignInAt } = await world.db.prisma.panelUser.findUniqueOrThrow({ where: { id } });
    expect(lastSignInAt?.getTime()).toBeGreaterThanOrEqual(before.getTime());
    const row = await world.db.prisma.signInSession.findUniqueOrThrow({ where: { id: sessionId } });
    expect(row.expiresAt).toEqual(plusMs(row.createdAt, hours(12)));
    expect(await listEntries(id)).toEqual([
      {
        scope: "prt_ours",
        action: "self.signIn",
        outcome: "done",
        code: null,
        detail: { secondFactor: "none" },
      },
    ]);
  });

  test("wrong for a wrong password, an unknown address and a removed user", async () => {
    const known = await newPerson(world.ctx);
    const removed = await newPerson(world.ctx);
    const removedAt = new Date();
    await world.db.prisma.panelUser.update({ where: { id: removed.id }, data: { removedAt } });
    const answers = await Promise.all([
      signIn(world.ctx, signInInput(known.email, { password: "not this one" })),
      signIn(world.ctx, signInInput("nobody@shop.test")),
      signIn(world.ctx, signInInput(removed.email)),
      signIn(world.ctx, signInInput(known.email, { door: "staff" })),
    ]);
    expect(answers).toEqual(Array(4).fill({ kind: "wrong" }));
    expect(await listEntries(known.id)).toEqual([
      {
        scope: "prt_ours",
        action: "self.signIn",
        outcome: "refused",
        code: "unauthorized",
        detail: { what: "password" },
      },
    ]);
    expect(await listEntries(removed.id)).toEqual([]);
  });

  test("begins a session with a new id and ends the browser's former session, also that of another user", async () => {
    const [one, other] = [await newPerson(world.ctx), await newPerson(world.ctx)];
    const first = getSessionId(await signIn(world.ctx, signInInput(one.email)));
    const elsewhere = await openSession(world.ctx, one.person);
    const second = getSessionId(await signIn(world.ctx, signInInput(other.email, { formerSessionId: first })));
    expect(second).not.toBe(first);
    expect(await findPanelSession(world.ctx, first)).toBeNull();
    expect(await findPanelSession(world.ctx, elsewhere)).not.toBeNull();
    expect(await findPanelSession(world.ctx, second)).not.toBeNull();
  });

  test("does not end a session of the other door", async () => {
    const [merchant, staff] = [await newPerson(world.ctx), await newPerson(world.ctx, "staff")];
    const staffSession = await openSession(world.ctx, staff.person);
    await signIn(world.ctx, signInInput(merchant.email, { formerSessionId: staffSession }));
    expect(await findStaffSession(world.ctx, staffSession)).not.toBeNull();
  });

  test("leaves no session that began with a password which is changed at the same moment", async () => {
    const { email, person } = await newPerson(world.ctx);
    const here = await openSession(world.ctx, person);
    const change = { person, sessionId: here, present: testPassword, next: "a wholly new one", about: [] };
    const [outcomes] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => signIn(world.ctx, signInInput(email)))),
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
  // The machine's clock stands still, so a code is as old as the test says.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  test("code_needed for the right password, wrong for a wrong one with any code", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { secret } = await setUpAuthenticator(world.ctx, person);
    expect(await signIn(world.ctx, signInInput(email))).toEqual({ kind: "code_needed" });
    const wrong = signInInput(email, { password: "not this one", code: generateCode(secret) });
    expect(await signIn(world.ctx, wrong)).toEqual({ kind: "wrong" });
    const right = await signIn(world.ctx, signInInput(email, { code: generateCode(secret) }));
    expect(right.kind).toBe("signed_in");
  });

  test.each([
    ["of two steps ago", -2],
    ["of two steps ahead", 2],
  ])("code_wrong for a code %s; records the refusal without the code", async (_, steps) => {
    const { id, email, person } = await newPerson(world.ctx);
    const { secret } = await setUpAuthenticator(world.ctx, person);
    const code = generateCode(secret, steps);
    expect(await signIn(world.ctx, signInInput(email, { code }))).toEqual({ kind: "code_wrong" });
    const [entry] = await listEntries(id);
    expect(entry).toMatchObject({ outcome: "refused", code: "unauthorized", detail: { what: "code" } });
    expect(JSON.stringify(entry)).not.toContain(code);
  });

  test.each(["", "12345", "1234567", "abcdef", "０１２３４５"])("refuses the code %j", async (code) => {
    const { email, person } = await newPerson(world.ctx);
    await setUpAuthenticator(world.ctx, person);
    expect((await signIn(world.ctx, signInInput(email, { code }))).kind).toBe(code ? "code_wrong" : "code_needed");
  });

  test("accepts each step once and no earlier step afterwards; ignores a space in the code", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { secret } = await setUpAuthenticator(world.ctx, person);
    const [now, next] = [generateCode(secret), generateCode(secret, 1)];
    const typed = `${next.slice(0, 3)} ${next.slice(3)}`;
    expect((await signIn(world.ctx, signInInput(email, { code: typed }))).kind).toBe("signed_in");
    for (const code of [next, now]) {
      expect(await signIn(world.ctx, signInInput(email, { code }))).toEqual({ kind: "code_wrong" });
    }
  });

  test("accepts one of several concurrent sign-ins with the same code", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { secret, recoveryCodes } = await setUpAuthenticator(world.ctx, person);
    for (const code of [generateCode(secret), recoveryCodes[3]!]) {
      const outcomes = await Promise.all(
        Array.from({ length: 5 }, () => signIn(world.ctx, signInInput(email, { code }))),
      );
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual([...Array(4).fill("code_wrong"), "signed_in"]);
    }
  });

  test("accepts a recovery code once, in any spelling; the other codes stay valid", async () => {
    const { id, email, person } = await newPerson(world.ctx);
    const { recoveryCodes } = await setUpAuthenticator(world.ctx, person);
    const [first, second] = recoveryCodes as [string, string];
    const typed = first.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l");
    expect((await signIn(world.ctx, signInInput(email, { code: typed }))).kind).toBe("signed_in");
    expect(await signIn(world.ctx, signInInput(email, { code: first }))).toEqual({ kind: "code_wrong" });
    expect((await signIn(world.ctx, signInInput(email, { code: second }))).kind).toBe("signed_in");
    const used = (await listEntries(id)).filter(({ outcome }) => outcome === "done");
    expect(used.map(({ detail }) => detail)).toEqual(Array(2).fill({ secondFactor: "recovery_code" }));
  });

  test("refuses another user's recovery code", async () => {
    const [one, other] = [await newPerson(world.ctx), await newPerson(world.ctx)];
    const { recoveryCodes } = await setUpAuthenticator(world.ctx, one.person);
    await setUpAuthenticator(world.ctx, other.person);
    const code = recoveryCodes[0]!;
    expect(await signIn(world.ctx, signInInput(other.email, { code }))).toEqual({ kind: "code_wrong" });
    expect((await signIn(world.ctx, signInInput(one.email, { code }))).kind).toBe("signed_in");
  });

  test("requires the password only after the app was removed, and keeps no recovery code", async () => {
    const { email, person } = await newPerson(world.ctx);
    const { sessionId } = await setUpAuthenticator(world.ctx, person);
    await removeSecondFactor(world.ctx, { person, sessionId });
    expect((await signIn(world.ctx, signInInput(email))).kind).toBe("signed_in");
    expect(await world.db.prisma.recoveryCode.count({ where: { panelUserId: person.userId } })).toBe(0);
  });
});

test("signing out ends the session and is recorded once", async () => {
  const { id, person } = await newPerson(world.ctx, "staff");
  const sessionId = await openSession(world.ctx, person);
  const leave = { door: "staff", sessionId, sourceIp: "192.0.2.9" } as const;
  await Promise.all([endSession(world.ctx, leave), endSession(world.ctx, leave)]);
  await endSession(world.ctx, { ...leave, door: "panel" });
  expect(await findStaffSession(world.ctx, sessionId)).toBeNull();
  expect(await listEntries(id)).toEqual([
    { scope: "staff", action: "self.signOut", outcome: "done", code: null, detail: {} },
  ]);
});
