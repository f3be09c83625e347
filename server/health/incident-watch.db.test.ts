import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatabaseProbe } from "@/server/domain/operations/watch-rules";
import { readEnv } from "@/server/env";
import { createDatabaseProber } from "@/server/store/database-probe";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { hourly, startIncidentWatch } from "./incident-watch";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const everyMs = 20;
const key = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const posted: string[] = [];
const webhook = {
  send: async ({ body }: { body: string }) => {
    posted.push(body);
    return { statusCode: 200, errorClass: null, durationMs: 1, response: new Uint8Array() };
  },
};

/** The context of a process whose functions run in it. */
const createProcess = () => ({
  ...world.ctx,
  incidents: { mailTo: [], language: "tr" as const, webhook },
  env: readEnv({
    DATABASE_URL: "postgresql://unused/unused",
    ENCRYPTION_KEYS: key,
    AUDIT_KEYS: key,
    AUTH_SECRET: "a".repeat(32),
    SANDBOX_KEY: "s".repeat(16),
  }),
});
const isEngineAnswering = async () => true;
const listOpen = async () =>
  (await world.db.prisma.staffAlert.findMany({ where: { closedAt: null } })).map(({ kind }) => kind).sort();

test("the watch finds nothing on a healthy instance", async () => {
  let rounds = 0;
  const prober = createDatabaseProber(String(world.db.pool.options.connectionString), world.ctx.realTime);
  const others = [async () => void rounds++];
  const settings = { isRedisAnswering: async () => true, isEngineAnswering, everyMs, prober, others };
  const watch = startIncidentWatch(createProcess(), settings);
  await expect.poll(() => rounds).toBeGreaterThan(4);
  await watch.stop();
  expect(await listOpen()).toEqual([]);
  expect(world.warnings).toEqual([]);
  expect(posted).toEqual([]);
});

test("Redis and the database are named, the database also while it is away, and both end by themselves", async () => {
  let [isRedisThere, isDatabaseThere] = [false, false];
  const probe = async (): Promise<DatabaseProbe> =>
    isDatabaseThere ? { ms: 1, aheadMs: 0, at: new Date() } : { failure: "ECONNREFUSED" };
  const prober = { probe, close: async () => undefined };
  const isRedisAnswering = async () => isRedisThere;
  const watch = startIncidentWatch(createProcess(), { isRedisAnswering, isEngineAnswering, everyMs, prober });
  await expect.poll(() => posted.length).toBe(1);
  expect(JSON.parse(posted[0] ?? "")).toMatchObject({
    type: "incident.open",
    data: { kind: "database_slow", incidents: [{ sentence: "The database does not answer: ECONNREFUSED" }] },
  });
  expect(world.warnings).toContainEqual({ incident: "database_slow", subject: "database" });
  expect(await listOpen()).toEqual([]);
  isDatabaseThere = true;
  await expect.poll(listOpen).toEqual(["redis_gone"]);
  isRedisThere = true;
  await expect.poll(listOpen).toEqual([]);
  const raised = await world.db.prisma.staffAlert.findMany({ orderBy: { kind: "asc" } });
  expect(raised.map(({ kind, closedAt }) => `${kind} ${closedAt !== null}`)).toEqual([
    "database_slow true",
    "redis_gone true",
  ]);
  await watch.stop();
});

test("an executor that does not work is named, and closed when it works again", async () => {
  let isWorking = false;
  const prober = createDatabaseProber(String(world.db.pool.options.connectionString), world.ctx.realTime);
  const answers = { isRedisAnswering: async () => null, isEngineAnswering: async () => isWorking };
  const watch = startIncidentWatch(createProcess(), { ...answers, everyMs, prober });
  const findAlert = () => world.db.prisma.staffAlert.findFirst({ where: { kind: "jobs_gone" } });
  await expect
    .poll(findAlert)
    .toMatchObject({ closedAt: null, detail: expect.stringMatching(/^No embedded executor/) });
  isWorking = true;
  await expect.poll(findAlert).toMatchObject({ closedAt: expect.any(Date) });
  await watch.stop();
});

test("hourly work is done in the first round of the watch and then each 240 rounds of 15 seconds", async () => {
  const doneInRound: number[] = [];
  let round = 0;
  const work = hourly(async () => void doneInRound.push(round));
  for (; round <= 480; round++) await work(world.ctx);
  expect(doneInRound).toEqual([0, 240, 480]);
});

test("what is seen is written by the connections of the watch alone, while those of the product are used up (D-366)", async () => {
  const usedUp = new Proxy(world.db.prisma, {
    get: () => {
      throw new Error("no connection is free");
    },
  });
  const { pool } = world.db;
  const ctx = { ...createProcess(), db: { ...world.db, prisma: usedUp } };
  const prober = createDatabaseProber(String(pool.options.connectionString), world.ctx.realTime);
  const settings = { isRedisAnswering: async () => false, isEngineAnswering, everyMs, prober };
  const watch = startIncidentWatch(ctx, { ...settings, db: world.db });
  await expect.poll(listOpen).toContain("redis_gone");
  await watch.stop();
});
