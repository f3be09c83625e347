import { TRPCError } from "@trpc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { minutes, plusMs, systemClock } from "@/server/domain/clock";
import type { AppError } from "@/server/domain/errors";
import { panelDoor, testPassword } from "@/server/testing/world/panel";
import { codeAt, openSession } from "@/server/testing/world/people";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { findPanelSession } from "@/server/usecases/people/find-session";
import { createCallerFactory } from "../door";
import { panelRouter } from "../router";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

/** Somebody who has just signed in, and what they may do about themselves. */
async function someone() {
  const door = await panelDoor(world.ctx, "support");
  const session = door.session!;
  const person = { door: "panel", userId: session.user.id } as const;
  const self = createCallerFactory(panelRouter)(door).self;
  /** The same person a while later. */
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

const refusalOf = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCError)) throw new Error(`It was not refused: ${String(error)}`);
  return error.cause as AppError;
};
const problemOf = async (work: Promise<unknown>) => (await refusalOf(work)).details.problem;

const entriesOf = (action: string, actorId: string) =>
  world.db.prisma.auditEntry.findMany({ where: { action, actorId }, orderBy: { number: "asc" } });

const next = "kahve ve simit sabahı";

describe("a new password", () => {
  test("is taken, ends every other session, and no part of it is on record", async () => {
    const { self, session, person } = await someone();
    const others = [await openSession(world.ctx, person), await openSession(world.ctx, person)];
    expect(await self.changePassword({ present: testPassword, next })).toEqual({ sessionsEnded: 2 });
    for (const id of others) expect(await findPanelSession(world.ctx, id)).toBeNull();
    expect(await findPanelSession(world.ctx, session.sessionId)).not.toBeNull();
    expect(await problemOf(self.confirm({ password: testPassword }))).toBe("password_wrong");
    await self.confirm({ password: next });
    const entries = await entriesOf("self.changePassword", session.user.id);
    expect(entries.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ["begun", {}],
      ["done", { sessionsEnded: 2 }],
    ]);
    const all = await world.db.prisma.auditEntry.findMany({ where: { actorId: session.user.id } });
    const text = JSON.stringify(all, (_, value) => (typeof value === "bigint" ? String(value) : value));
    for (const secret of [testPassword, next]) expect(text).not.toContain(secret);
  });

  test("is refused with a wrong present one, as the same, and as one that is tried first", async () => {
    const { self, person } = await someone();
    const other = await openSession(world.ctx, person);
    const refusals = [
      problemOf(self.changePassword({ present: "not this one", next })),
      problemOf(self.changePassword({ present: testPassword, next: testPassword })),
      problemOf(self.changePassword({ present: testPassword, next: "password1" })),
      problemOf(self.changePassword({ present: testPassword, next: "Shop prt_ours" })),
    ];
    expect(await Promise.all(refusals)).toEqual([
      "password_wrong",
      "password_same",
      "password_common",
      "password_about",
    ]);
    expect(await findPanelSession(world.ctx, other)).not.toBeNull();
  });

  test("refused for another reason than the present one, is no guess; wrong ones are", async () => {
    const { self } = await someone();
    for (let time = 0; time < 12; time += 1) {
      expect(await problemOf(self.changePassword({ present: testPassword, next: "password1" }))).toBe(
        "password_common",
      );
    }
    for (let time = 0; time < 10; time += 1) {
      expect(await problemOf(self.changePassword({ present: "not this one", next }))).toBe("password_wrong");
    }
    expect((await refusalOf(self.changePassword({ present: testPassword, next }))).code).toBe("rate_limited");
  });

  test("of two at the same moment one is taken", async () => {
    const { self } = await someone();
    const changes = ["a first new one", "a second new one"].map((one) =>
      self.changePassword({ present: testPassword, next: one }).then(
        () => "done",
        () => "refused",
      ),
    );
    expect((await Promise.all(changes)).sort()).toEqual(["done", "refused"]);
  });

  test("may be sixty-four emoji", async () => {
    const { self } = await someone();
    await self.changePassword({ present: testPassword, next: "😀".repeat(64) });
    await self.confirm({ password: "😀".repeat(64) });
    expect(await problemOf(self.confirm({ password: "😀".repeat(63) }))).toBe("password_wrong");
  });
});

describe("showing again who is there", () => {
  test("rate_limited after ten wrong passwords, also for the right one, and for no one else", async () => {
    const [{ self }, other] = [await someone(), await someone()];
    const wrong = await Promise.all(
      Array.from({ length: 12 }, () => refusalOf(self.confirm({ password: "not this one" }))),
    );
    expect(wrong.filter(({ code }) => code === "rate_limited")).toHaveLength(2);
    const refusal = await refusalOf(self.confirm({ password: testPassword }));
    expect(refusal.code).toBe("rate_limited");
    expect(refusal.details.retryAfterSeconds).toBeGreaterThan(880);
    const change = self.changePassword({ present: testPassword, next });
    expect((await refusalOf(change)).code).toBe("rate_limited");
    await other.self.confirm({ password: testPassword });
  });

  test("a right one clears the count", async () => {
    const { self } = await someone();
    for (const round of [1, 2]) {
      for (let count = 0; count < 6; count += 1) {
        expect(await problemOf(self.confirm({ password: `not this one ${round}` }))).toBe("password_wrong");
      }
      await self.confirm({ password: testPassword });
    }
  });

  test("with an app the code is asked for as well, each once", async () => {
    const { self, later } = await someone();
    const { secret } = await self.startSecondFactor();
    await self.finishSecondFactor({ code: codeAt(secret, -1) });
    const stale = await later(minutes(16));
    expect((await refusalOf(stale.renewRecoveryCodes())).code).toBe("reauthentication_required");
    expect(await problemOf(stale.confirm({ password: testPassword }))).toBe("second_factor_needed");
    const code = codeAt(secret);
    expect(await problemOf(stale.confirm({ password: "not this one", code }))).toBe("password_wrong");
    await stale.confirm({ password: testPassword, code });
    expect(await problemOf(stale.confirm({ password: testPassword, code }))).toBe("second_factor_wrong");
    const fresh = await later(0);
    expect((await fresh.renewRecoveryCodes()).recoveryCodes).toHaveLength(10);
  });
});

describe("an authenticator app", () => {
  test("counts from the first right code on; sessions that began without it end; ten recovery codes", async () => {
    const { self, session, person } = await someone();
    const other = await openSession(world.ctx, person);
    const { secret, uri } = await self.startSecondFactor();
    expect(uri).toBe(
      `otpauth://totp/Vezne:${encodeURIComponent(session.user.email)}?secret=${secret}&issuer=Vezne`,
    );
    expect(await self.get()).toMatchObject({ secondFactorSince: null, recoveryCodesLeft: 0 });
    expect(await problemOf(self.finishSecondFactor({ code: codeAt(secret, 5) }))).toBe("second_factor_wrong");
    const { recoveryCodes } = await self.finishSecondFactor({ code: codeAt(secret) });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^[0-9a-hj-kmnp-tv-z]{4}(-[0-9a-hj-kmnp-tv-z]{4}){3}$/);
    expect(await self.get()).toMatchObject({ secondFactorSince: expect.any(Date), recoveryCodesLeft: 10 });
    expect(await findPanelSession(world.ctx, other)).toBeNull();
    const entries = await world.db.prisma.auditEntry.findMany({ where: { actorId: session.user.id } });
    const text = JSON.stringify(entries, (_, value) => (typeof value === "bigint" ? String(value) : value));
    for (const kept of [secret, ...recoveryCodes]) expect(text).not.toContain(kept);
  });

  test("that counts already is not replaced by another", async () => {
    const { self } = await someone();
    const { secret } = await self.startSecondFactor();
    await self.finishSecondFactor({ code: codeAt(secret, -1) });
    expect((await refusalOf(self.startSecondFactor())).code).toBe("validation_error");
    expect((await refusalOf(self.finishSecondFactor({ code: codeAt(secret) }))).code).toBe(
      "validation_error",
    );
  });

  test("is set up with ten wrong codes before it at most", async () => {
    const { self } = await someone();
    const { secret } = await self.startSecondFactor();
    for (let time = 0; time < 10; time += 1) {
      expect(await problemOf(self.finishSecondFactor({ code: codeAt(secret, 5) }))).toBe(
        "second_factor_wrong",
      );
    }
    expect((await refusalOf(self.finishSecondFactor({ code: codeAt(secret) }))).code).toBe("rate_limited");
  });

  test("is set up once by two right codes at the same moment", async () => {
    const { self } = await someone();
    const { secret } = await self.startSecondFactor();
    const finished = await Promise.allSettled(
      [0, 1].map((step) => self.finishSecondFactor({ code: codeAt(secret, step) })),
    );
    expect(finished.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await self.get()).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test("is removed with its recovery codes, after which they are not renewed", async () => {
    const { self } = await someone();
    const { secret } = await self.startSecondFactor();
    await self.finishSecondFactor({ code: codeAt(secret) });
    await self.removeSecondFactor();
    expect(await self.get()).toMatchObject({ secondFactorSince: null, recoveryCodesLeft: 0 });
    for (const work of [self.removeSecondFactor, self.renewRecoveryCodes]) {
      expect((await refusalOf(work())).code).toBe("validation_error");
    }
  });

  test("new recovery codes take the place of the old ones, also when asked for twice at once", async () => {
    const { self, person } = await someone();
    const { secret } = await self.startSecondFactor();
    await self.finishSecondFactor({ code: codeAt(secret) });
    const made = await Promise.all([self.renewRecoveryCodes(), self.renewRecoveryCodes()]);
    expect(new Set(made.flatMap(({ recoveryCodes }) => recoveryCodes)).size).toBe(20);
    expect(await world.db.prisma.recoveryCode.count({ where: { panelUserId: person.userId } })).toBe(10);
  });

  test.each(["startSecondFactor", "removeSecondFactor", "renewRecoveryCodes"] as const)(
    "%s asks for the password when it was given long ago",
    async (name) => {
      const { later } = await someone();
      const stale = await later(minutes(15));
      expect((await refusalOf(stale[name]())).code).toBe("reauthentication_required");
    },
  );
});

describe("sessions", () => {
  test("are listed with this one first, in words of the browser, and without their ids", async () => {
    const { self, session, person } = await someone();
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

  test("one ends at once, by its name, and is gone from the list", async () => {
    const { self, person } = await someone();
    const [one, two] = [await openSession(world.ctx, person), await openSession(world.ctx, person)];
    const named = (await self.sessions()).filter(({ isThis }) => !isThis);
    await self.endSession({ name: named[0]!.name });
    const left = await Promise.all([one, two].map((id) => findPanelSession(world.ctx, id)));
    expect(left.filter((found) => found === null)).toHaveLength(1);
    expect(await self.sessions()).toHaveLength(2);
    expect((await refusalOf(self.endSession({ name: named[0]!.name }))).code).toBe("not_found");
  });

  test("not_found for somebody else's, which goes on", async () => {
    const [one, other] = [await someone(), await someone()];
    const [theirs] = await other.self.sessions();
    expect((await refusalOf(one.self.endSession({ name: theirs!.name }))).code).toBe("not_found");
    expect(await findPanelSession(world.ctx, other.session.sessionId)).not.toBeNull();
  });

  test("all but this one end", async () => {
    const { self, session, person } = await someone();
    const bystander = await someone();
    await openSession(world.ctx, person);
    await openSession(world.ctx, person);
    expect(await self.endOtherSessions()).toEqual({ sessionsEnded: 2 });
    expect(await self.sessions()).toHaveLength(1);
    for (const { sessionId } of [session, bystander.session]) {
      expect(await findPanelSession(world.ctx, sessionId)).not.toBeNull();
    }
  });

  test("one that has stood idle too long is not listed", async () => {
    const { self, person } = await someone();
    const id = await openSession(world.ctx, person);
    const lastSeenAt = plusMs(systemClock.now(), -minutes(61));
    await world.db.prisma.signInSession.update({ where: { id }, data: { lastSeenAt } });
    expect(await self.sessions()).toHaveLength(1);
  });
});
