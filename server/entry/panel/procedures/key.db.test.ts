import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPanelContext } from "@/server/testing/world/panel";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { authenticateKey } from "@/server/usecases/accounts/authenticate-key";
import { createApiKey, liveKeysMax } from "@/server/usecases/accounts/create-api-key";
import { createCallerFactory } from "../door";
import { keyRouter } from "./key";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());
beforeEach(() => world.db.prisma.apiKey.deleteMany({ where: { id: { not: "key_1" } } }));

const callAs = async (partnerId = "prt_ours") => {
  const door = await createPanelContext(world.ctx, "developer", partnerId);
  return { email: door.session?.user.email, call: createCallerFactory(keyRouter)(door) };
};
const make = (name: string) =>
  createApiKey(world.ctx, { partnerId: world.caller.partnerId, name, createdBy: "dev@ours.test" });
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
    const asked = await Promise.allSettled(Array.from({ length: 30 }, (_, n) => make(`k${n}`)));
    const made = asked.filter((one) => one.status === "fulfilled");
    expect(made).toHaveLength(liveKeysMax - 1);
    const refused = asked.find((one) => one.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "validation_error", details: { problem: "keys_many 20" } });
    const { call } = await callAs();
    await call.revoke({ keyId: made[0]?.value.id ?? "" });
    await make("one more");
    await expect(make("too many")).rejects.toMatchObject({ code: "validation_error" });
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
