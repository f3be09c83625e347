import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PanelRole } from "@/server/domain/people/access";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import { createApiKey } from "@/server/usecases/keys/create-api-key";
import { liveKeysMax } from "@/server/usecases/keys/issue-api-key";
import type { PanelSession } from "@/server/usecases/people/session-queries";
import { createCallerFactory } from "../door";
import { keyRouter } from "./key";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(() => world.db.prisma.apiKey.deleteMany({ where: { id: { not: "key_1" } } }));

const callAs = async (partnerId = "prt_ours", role: PanelRole = "developer", session: Partial<PanelSession> = {}) => {
  const door = await createPanelContext(world.ctx, role, partnerId);
  if (!door.session) throw new Error("No user is signed in");
  const call = createCallerFactory(keyRouter)({ ...door, session: { ...door.session, ...session } });
  return { email: door.session.user.email, userId: door.session.user.id, call };
};
const make = (name: string) =>
  createApiKey(world.ctx, { partnerId: world.caller.partnerId, name, createdBy: "dev@ours.test" });
const ofDeveloper = ["payments:read", "links:read", "events:read", "events:write"];
const readAudit = (action: string) =>
  world.db.prisma.auditEntry.findMany({ where: { action }, orderBy: { number: "asc" } });

describe("a new key", () => {
  test("works at once, is listed with its creator, and is in no table of the database", async () => {
    const { call, email } = await callAs();
    const { apiKey, id } = await call.create({ name: "Kasa" });
    expect(apiKey).toMatch(/^sk_test_/);
    expect(await authenticateKey(world.ctx, apiKey)).toMatchObject({ partnerId: "prt_ours", keyId: id });
    const { keys } = await call.list();
    expect(keys.find((key) => key.id === id)).toEqual({
      id,
      name: "Kasa",
      prefix: apiKey.slice(0, 16),
      createdAt: world.clock.now(),
      createdBy: email,
      scopes: ofDeveloper,
      expiresAt: null,
      allowedIps: [],
      refundLimit: null,
      state: "live",
      revokedAt: null,
      lastUsedAt: null,
    });
    for (const table of ["api_key", "audit_log"]) {
      const { rows } = await world.db.pool.query(`select t::text as line from ${table} t`);
      for (const { line } of rows) expect(line).not.toContain(apiKey.slice(17));
    }
  });

  test("is in the audit log with its id, name and prefix", async () => {
    const { call } = await callAs();
    const { id, prefix } = await call.create({ name: "Depo" });
    const [begun, done] = (await readAudit("create")).slice(-2);
    expect(begun).toMatchObject({ outcome: "begun", detail: { name: "Depo" } });
    expect(done).toMatchObject({ outcome: "done", subject: id, detail: { name: "Depo", prefix } });
  });

  test("has the prefix of live keys in live mode", async () => {
    const live = { ...world.ctx, sandboxTime: null };
    const { apiKey } = await createApiKey(live, {
      partnerId: world.caller.partnerId,
      name: "k",
      createdBy: "d",
    });
    expect(apiKey).toMatch(/^sk_live_/);
  });

  test("validation_error when 20 keys are in use, also for 30 simultaneous requests; a revoked key makes room", async () => {
    const { call } = await callAs();
    const asked = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => call.create({ name: `k${n}` })));
    const made = asked.filter((one) => one.status === "fulfilled");
    expect(made).toHaveLength(liveKeysMax - 1);
    const refused = asked.find((one) => one.status === "rejected");
    expect(refused?.reason.cause).toMatchObject({ code: "validation_error", details: { problem: "keys_many 20" } });
    await call.revoke({ keyId: made[0]?.value.id ?? "" });
    await call.create({ name: "one more" });
    await expect(call.create({ name: "too many" })).rejects.toMatchObject({ message: "validation_error" });
  });

  test("validation_error for a blank name", async () => {
    const { call } = await callAs();
    await expect(call.create({ name: " " })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

test("list returns the account's keys: those in use, newest first, then the revoked ones, latest first", async () => {
  const { call } = await callAs();
  const made = [];
  for (const name of ["a", "b", "c", "d"]) {
    world.clock.advanceMs(1_000);
    made.push(await make(name));
  }
  for (const key of made.slice(0, 2)) {
    world.clock.advanceMs(1_000);
    await call.revoke({ keyId: key.id });
  }
  expect((await call.list()).keys.map(({ name }) => name)).toEqual(["d", "c", "k", "b", "a"]);
  expect((await (await callAs("prt_other")).call.list()).keys).toEqual([]);
  const revoked = (await readAudit("revoke")).at(-1);
  expect(revoked).toMatchObject({ outcome: "done", detail: { name: "b", prefix: made[1]?.prefix } });
});

describe("the rights of a key", () => {
  const facts = { mustChangePassword: false, hasPasskey: false, factorRuleSince: null };
  const withFactor = { user: { id: "", email: "", name: "", hasSecondFactor: true, ...facts } };
  /** Signs an owner in who has a second factor and showed it at `factorConfirmedAt`. */
  const owner = async (factorConfirmedAt: Date | null, hasSecondFactor = true) => {
    const { userId, email } = await callAs("prt_ours", "owner");
    const user = { ...withFactor.user, id: userId, email, hasSecondFactor };
    return callAs("prt_ours", "owner", { user, factorConfirmedAt });
  };
  const faults = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error) => error.cause.details.faults?.[0]?.problem ?? error.cause.details.problem ?? error.message,
    );

  test("a developer cannot make a key that creates payments or links, reads reports, or refunds", async () => {
    const { call } = await callAs();
    for (const scope of ["payments:write", "links:write", "reports:read", "refunds:write"] as const) {
      expect(await faults(call.create({ name: "k", scopes: ["payments:read", scope] }))).toBe("key_scope_beyond");
    }
  });

  test("an owner makes one that refunds only with a second factor that was shown a short while ago", async () => {
    const scopes = ["refunds:write" as const];
    const now = new Date();
    expect(await faults((await owner(now, false)).call.create({ name: "k", scopes }))).toBe("key_factor_missing");
    const stale = new Date(now.getTime() - 15 * 60_000);
    for (const never of [null, stale]) {
      const asked = (await owner(never)).call.create({ name: "k", scopes });
      await expect(asked).rejects.toMatchObject({ message: "reauthentication_required" });
      expect(await faults(asked)).toBe("second_factor_needed");
    }
    const expiresAt = new Date(world.clock.now().getTime() + 60_000);
    const rights = { scopes, expiresAt, allowedIps: ["203.0.113.0/24"], refundLimit: 10_000n };
    const made = await (await owner(now)).call.create({ name: "Refunds", ...rights });
    expect(made).toMatchObject({ ...rights, name: "Refunds" });
    const { rights: held } = (await authenticateKey(world.ctx, made.apiKey)) ?? {};
    expect(held).toEqual({ scopes, expiresAt, allowedIps: ["203.0.113.0/24"], refundLimitKurus: 10_000n });
    expect((await readAudit("create")).at(-1)?.detail).toMatchObject({ scopes, refundLimit: 10000, name: "Refunds" });
    world.clock.advanceMs(60_000);
    expect(await authenticateKey(world.ctx, made.apiKey), "an expired key is none").toBeNull();
    const { keys } = await (await owner(now)).call.list();
    expect(keys.find(({ id }) => id === made.id)?.state).toBe("expired");
  });

  test("validation_error for an end in the past, and for a receiver from another account", async () => {
    const { call } = await owner(new Date());
    expect(await faults(call.create({ name: "k", expiresAt: world.clock.now() }))).toBe("key_expiry");
    const { userId } = await callAs("prt_other");
    expect(await faults(call.create({ name: "k", handedTo: [userId] }))).toBe("choice");
  });

  test("403 for a member who was removed, or lost the role, while the request ran", async () => {
    const { call, userId } = await callAs();
    await world.db.prisma.panelUser.update({ where: { id: userId }, data: { role: "support" } });
    await expect(call.create({ name: "k" })).rejects.toMatchObject({ message: "access_denied" });
    await world.db.prisma.panelUser.update({ where: { id: userId }, data: { removedAt: new Date() } });
    await expect(call.create({ name: "k" })).rejects.toMatchObject({ message: "access_denied" });
  });

  test("are changed from the next request on, by somebody who could make the key before and after", async () => {
    const { apiKey, id: keyId } = await make("all");
    const change = { keyId, name: "reads", scopes: ["payments:read" as const] };
    expect(await faults((await callAs()).call.change(change))).toBe("key_scope_beyond");
    const stillRefunds = { ...change, scopes: ["refunds:write" as const] };
    expect(await faults((await owner(null)).call.change(stillRefunds))).toBe("second_factor_needed");
    // Taking the right to refund away needs no second factor, also for an owner who has none.
    const { call } = await owner(null, false);
    await call.change({ ...change, allowedIps: ["203.0.113.7"] });
    const { rights } = (await authenticateKey(world.ctx, apiKey)) ?? {};
    expect(rights).toMatchObject({ scopes: ["payments:read"], allowedIps: ["203.0.113.7"] });
    expect((await readAudit("change")).at(-1)?.detail).toMatchObject({
      name: "reads",
      before: { name: "all" },
      after: { name: "reads", scopes: ["payments:read"], allowedIps: ["203.0.113.7"] },
    });
    expect(await faults((await callAs()).call.change({ ...change, name: "theirs" })), "now within the rights").toBe(
      "done",
    );
    await call.revoke({ keyId });
    await expect(call.change(change)).rejects.toMatchObject({ message: "not_found" });
    const foreign = await callAs("prt_other", "owner", { factorConfirmedAt: new Date() });
    await expect(foreign.call.change(change)).rejects.toMatchObject({ message: "not_found" });
  });
});

describe("a revoked key", () => {
  test("is refused at the next request, and stays listed with its time of revocation", async () => {
    const { call } = await callAs();
    const { apiKey, id } = await make("old");
    await call.revoke({ keyId: id });
    expect(await authenticateKey(world.ctx, apiKey)).toBeNull();
    const { keys } = await call.list();
    expect(keys.find((key) => key.id === id)?.revokedAt).toEqual(world.clock.now());
  });

  test("that is revoked again keeps its first time of revocation", async () => {
    const { call } = await callAs();
    const { id } = await make("old");
    const first = await call.revoke({ keyId: id });
    world.clock.advanceMs(60_000);
    expect((await call.revoke({ keyId: id })).revokedAt).toEqual(first.revokedAt);
  });

  test("not_found for another account's key, which still works", async () => {
    const { apiKey, id } = await make("ours");
    const { call } = await callAs("prt_other");
    await expect(call.revoke({ keyId: id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await authenticateKey(world.ctx, apiKey)).not.toBeNull();
    expect((await call.list()).keys).toEqual([]);
  });
});
