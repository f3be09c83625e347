import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes, plusMs, systemClock } from "@/server/domain/clock";
import type { AppError } from "@/server/domain/errors";
import { createPanelContext, testPassword } from "@/server/testing/world/panel";
import { generateCode, openSession } from "@/server/testing/world/people";
import { stopRealClock } from "@/server/testing/world/real-clock";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findPanelSession } from "@/server/usecases/people/session-queries";
import { createCallerFactory } from "../door";
import { panelRouter } from "../router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

/** Signs a user in and returns the procedures for their own account. */
async function signIn() {
  const door = await createPanelContext(world.ctx, "support");
  const session = door.session!;
  const person = { door: "panel", userId: session.user.id } as const;
  const self = createCallerFactory(panelRouter)(door).self;
  /** Returns the procedures of the same user, whose last confirmation is `ms` ago. */
  const later = async (ms: number) => {
    const confirmedAt = plusMs(systemClock.now(), -ms);
    await world.db.prisma.signInSession.update({ where: { id: session.sessionId }, data: { confirmedAt } });
    return createCallerFactory(panelRouter)({
      ...door,
      session: await findPanelSession(world.ctx, session.sessionId),
    }).self;
  };
  return { session, person, self, later };
}

const refusalIn = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCError)) throw new Error(`It was not refused: ${String(error)}`);
  return error.cause as AppError;
};
const problem = async (work: Promise<unknown>) => (await refusalIn(work)).details.problem;

const readEntries = (action: string, actorId: string) =>
  world.db.prisma.auditEntry.findMany({ where: { action, actorId }, orderBy: { number: "asc" } });

const next = "kahve ve simit sabahı";

describe("a new password", () => {
  test("replaces the old one, ends every other session, and is not in the audit log", async () => {
    const { self, session, person } = await signIn();
    const others = [await openSession(world.ctx, person), await openSession(world.ctx, person)];
    expect(await self.changePassword({ present: testPassword, next })).toEqual({ sessionsEnded: 2 });
    for (const id of others) expect(await findPanelSession(world.ctx, id)).toBeNull();
    expect(await findPanelSession(world.ctx, session.sessionId)).not.toBeNull();
    expect(await problem(self.confirm({ password: testPassword }))).toBe("password_wrong");
    await self.confirm({ password: next });
    const entries = await readEntries("self.changePassword", session.user.id);
    expect(entries.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ["begun", {}],
      ["done", { sessionsEnded: 2 }],
    ]);
    const all = await world.db.prisma.auditEntry.findMany({
      where: { actorId: session.user.id },
      orderBy: { number: "asc" },
    });
    const text = JSON.stringify(all, (_, value) => (typeof value === "bigint" ? String(value) : value));
    for (const secret of [testPassword, next]) expect(text).not.toContain(secret);
  });

  test("is refused with a wrong present password, when it is the same, and when it is easy to guess", async () => {
    const { self, person } = await signIn();
    const other = await openSession(world.ctx, person);
    const refusals = [
      problem(self.changePassword({ present: "not this one", next })),
      problem(self.changePassword({ present: testPassword, next: testPassword })),
      problem(self.changePassword({ present: testPassword, next: "password1" })),
      problem(self.changePassword({ present: testPassword, next: "Shop prt_ours" })),
    ];
    expect(await Promise.all(refusals)).toEqual([
      "password_wrong",
      "password_same",
      "password_common",
      "password_about",
    ]);
    expect(await findPanelSession(world.ctx, other)).not.toBeNull();
  });

  test("counts as a guess when the present password is wrong, and not when it is refused for another reason", async () => {
    const { self } = await signIn();
    for (let time = 0; time < 12; time += 1) {
      expect(await problem(self.changePassword({ present: testPassword, next: "password1" }))).toBe("password_common");
    }
    for (let time = 0; time < 10; time += 1) {
      expect(await problem(self.changePassword({ present: "not this one", next }))).toBe("password_wrong");
    }
    expect((await refusalIn(self.changePassword({ present: testPassword, next }))).code).toBe("rate_limited");
  });

  test("of two simultaneous changes one succeeds", async () => {
    const { self } = await signIn();
    const changes = ["a first new one", "a second new one"].map((one) =>
      self.changePassword({ present: testPassword, next: one }).then(
        () => "done",
        () => "refused",
      ),
    );
    expect((await Promise.all(changes)).sort()).toEqual(["done", "refused"]);
  });

  test("may consist of 64 emoji", async () => {
    const { self } = await signIn();
    await self.changePassword({ present: testPassword, next: "😀".repeat(64) });
    await self.confirm({ password: "😀".repeat(64) });
    expect(await problem(self.confirm({ password: "😀".repeat(63) }))).toBe("password_wrong");
  });
});

describe("confirming the identity", () => {
  test("rate_limited after 10 wrong passwords, also for the right one, and for this user only", async () => {
    const [{ self }, other] = [await signIn(), await signIn()];
    stopRealClock();
    const wrong = await Promise.all(
      Array.from({ length: 12 }, () => refusalIn(self.confirm({ password: "not this one" }))),
    );
    expect(wrong.filter(({ code }) => code === "rate_limited")).toHaveLength(2);
    const refusal = await refusalIn(self.confirm({ password: testPassword }));
    expect(refusal.code).toBe("rate_limited");
    expect(refusal.details.retryAfterSeconds).toBe(900);
    const change = self.changePassword({ present: testPassword, next });
    expect((await refusalIn(change)).code).toBe("rate_limited");
    await other.self.confirm({ password: testPassword });
  });

  test("a right password clears the count", async () => {
    const { self } = await signIn();
    for (const round of [1, 2]) {
      for (let count = 0; count < 6; count += 1) {
        expect(await problem(self.confirm({ password: `not this one ${round}` }))).toBe("password_wrong");
      }
      await self.confirm({ password: testPassword });
    }
  });

  test("with an authenticator app it also requires a code, and each code works once", async () => {
    const { self, later } = await signIn();
    stopRealClock();
    const { secret } = await self.startSecondFactor();
    await self.finishSecondFactor({ code: generateCode(secret, -1) });
    const stale = await later(minutes(16));
    expect((await refusalIn(stale.renewRecoveryCodes())).code).toBe("reauthentication_required");
    expect(await problem(stale.confirm({ password: testPassword }))).toBe("second_factor_needed");
    const code = generateCode(secret);
    expect(await problem(stale.confirm({ password: "not this one", code }))).toBe("password_wrong");
    await stale.confirm({ password: testPassword, code });
    expect(await problem(stale.confirm({ password: testPassword, code }))).toBe("second_factor_wrong");
    const fresh = await later(0);
    expect((await fresh.renewRecoveryCodes()).recoveryCodes).toHaveLength(10);
  });
});

describe("an authenticator app", () => {
  test("is active after the first right code, ends the other sessions, and returns ten recovery codes", async () => {
    const { self, session, person } = await signIn();
    const other = await openSession(world.ctx, person);
    const { secret, uri } = await self.startSecondFactor();
    expect(uri).toBe(`otpauth://totp/Vezne:${encodeURIComponent(session.user.email)}?secret=${secret}&issuer=Vezne`);
    expect(await self.get()).toMatchObject({ secondFactorSince: null, recoveryCodesLeft: 0 });
    const refused = await problem(self.finishSecondFactor({ code: generateCode(secret, 5) }));
    expect(refused).toBe("second_factor_wrong");
    const { recoveryCodes } = await self.finishSecondFactor({ code: generateCode(secret) });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hj-kmnp-tv-z]{4}(-[0-9a-hj-kmnp-tv-z]{4}){3}$/);
    expect(await self.get()).toMatchObject({ secondFactorSince: expect.any(Date), recoveryCodesLeft: 10 });
    expect(await findPanelSession(world.ctx, other)).toBeNull();
    const entries = await world.db.prisma.auditEntry.findMany({
      where: { actorId: session.user.id },
      orderBy: { number: "asc" },
    });
    const text = JSON.stringify(entries, (_, value) => (typeof value === "bigint" ? String(value) : value));
    for (const kept of [secret, ...recoveryCodes]) expect(text).not.toContain(kept);
  });

  test("that is active is not replaced by another", async () => {
    const { self } = await signIn();
    stopRealClock();
    const { secret } = await self.startSecondFactor();
    await self.finishSecondFactor({ code: generateCode(secret, -1) });
    expect((await refusalIn(self.startSecondFactor())).code).toBe("validation_error");
    expect((await refusalIn(self.finishSecondFactor({ code: generateCode(secret) }))).code).toBe("validation_error");
  });

  test("is rate_limited after 10 wrong codes during its set-up", async () => {
    const { self } = await signIn();
    const { secret } = await self.startSecondFactor();
    for (let time = 0; time < 10; time += 1) {
      const refused = await problem(self.finishSecondFactor({ code: generateCode(secret, 5) }));
      expect(refused).toBe("second_factor_wrong");
    }
    expect((await refusalIn(self.finishSecondFactor({ code: generateCode(secret) }))).code).toBe("rate_limited");
  });

  test("is set up once by two simultaneous right codes", async () => {
    const { self } = await signIn();
    const { secret } = await self.startSecondFactor();
    const finished = await Promise.allSettled(
      [0, 1].map((step) => self.finishSecondFactor({ code: generateCode(secret, step) })),
    );
    expect(finished.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await self.get()).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test("is removed with its recovery codes, which then cannot be renewed", async () => {
    const { self } = await signIn();
    const { secret } = await self.startSecondFactor();
    await self.finishSecondFactor({ code: generateCode(secret) });
    await self.removeSecondFactor();
    expect(await self.get()).toMatchObject({ secondFactorSince: null, recoveryCodesLeft: 0 });
    for (const work of [self.removeSecondFactor, self.renewRecoveryCodes]) {
      expect((await refusalIn(work())).code).toBe("validation_error");
    }
  });

  test("new recovery codes replace the old ones, also for two simultaneous requests", async () => {
    const { self, person } = await signIn();
    const { secret } = await self.startSecondFactor();
    await self.finishSecondFactor({ code: generateCode(secret) });
    const made = await Promise.all([self.renewRecoveryCodes(), self.renewRecoveryCodes()]);
    expect(new Set(made.flatMap(({ recoveryCodes }) => recoveryCodes)).size).toBe(20);
    expect(await world.db.prisma.recoveryCode.count({ where: { panelUserId: person.userId } })).toBe(10);
  });

  test.each(["startSecondFactor", "removeSecondFactor", "renewRecoveryCodes"] as const)(
    "%s requires reauthentication when the password was given long ago",
    async (name) => {
      const { later } = await signIn();
      const stale = await later(minutes(15));
      expect((await refusalIn(stale[name]())).code).toBe("reauthentication_required");
    },
  );
});

describe("sessions", () => {
  test("are listed with this one first, with browser and system, and without their ids", async () => {
    const { self, session, person } = await signIn();
    const other = await openSession(world.ctx, person);
    const [here, there, ...more] = await self.sessions();
    expect(here).toMatchObject({ isThis: true, browser: null, system: null, sourceIp: "127.0.0.1" });
    expect(there).toMatchObject({
      isThis: false,
      browser: "Safari",
      system: "iPhone",
      sourceIp: "192.0.2.7",
    });
    expect(more).toEqual([]);
    expect(JSON.stringify([here, there])).not.toContain(other);
    expect(JSON.stringify([here, there])).not.toContain(session.sessionId);
  });

  test("endSession ends one at once by its name, and the list no longer has it", async () => {
    const { self, person } = await signIn();
    const [one, two] = [await openSession(world.ctx, person), await openSession(world.ctx, person)];
    const named = (await self.sessions()).filter(({ isThis }) => !isThis);
    await self.endSession({ name: named[0]!.name });
    const left = await Promise.all([one, two].map((id) => findPanelSession(world.ctx, id)));
    expect(left.filter((found) => found === null)).toHaveLength(1);
    expect(await self.sessions()).toHaveLength(2);
    expect((await refusalIn(self.endSession({ name: named[0]!.name }))).code).toBe("not_found");
  });

  test("not_found for another user's session, which stays valid", async () => {
    const [one, other] = [await signIn(), await signIn()];
    const [theirs] = await other.self.sessions();
    expect((await refusalIn(one.self.endSession({ name: theirs!.name }))).code).toBe("not_found");
    expect(await findPanelSession(world.ctx, other.session.sessionId)).not.toBeNull();
  });

  test("endOtherSessions ends all but this one", async () => {
    const { self, session, person } = await signIn();
    const bystander = await signIn();
    await openSession(world.ctx, person);
    await openSession(world.ctx, person);
    expect(await self.endOtherSessions()).toEqual({ sessionsEnded: 2 });
    expect(await self.sessions()).toHaveLength(1);
    for (const { sessionId } of [session, bystander.session]) {
      expect(await findPanelSession(world.ctx, sessionId)).not.toBeNull();
    }
  });

  test("a session that was idle too long is not listed", async () => {
    const { self, person } = await signIn();
    const id = await openSession(world.ctx, person);
    const lastSeenAt = plusMs(systemClock.now(), -minutes(61));
    await world.db.prisma.signInSession.update({ where: { id }, data: { lastSeenAt } });
    expect(await self.sessions()).toHaveLength(1);
  });
});
