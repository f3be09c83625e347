import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import type { Ctx } from "@/server/usecases/ctx";
import { watchReadiness } from "./readiness";

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const without = { areJobsAlive: () => true, isRedisAnswering: async (): Promise<boolean | null> => null };

const read = async (ctx: Ctx, areJobsAlive = true) => {
  const watch = watchReadiness(ctx, { ...without, areJobsAlive: () => areJobsAlive, deadlineMs: 100 });
  try {
    return await watch.read();
  } finally {
    watch.stop();
  }
};

test("ready when the database answers, has every migration, and the functions run", async () => {
  const all = { database: true, migrations: true, jobs: true, installation: true };
  expect(await read(world.ctx)).toEqual(all);
  expect(await read(world.ctx, false)).toEqual({ ...all, jobs: false });
});

test("ready without Redis, and says whether it answers where it is configured", async () => {
  const watch = watchReadiness(world.ctx, { ...without, isRedisAnswering: async () => false });
  expect(await watch.read()).toMatchObject({ database: true, redis: false });
  watch.stop();
});

test("not ready when the database lacks a migration of this release", async () => {
  const installation = { ...world.ctx.installation, migrations: ["20990101000000_later"] };
  expect(await read({ ...world.ctx, installation })).toMatchObject({ database: true, migrations: false });
});

test("a database that does not answer makes it not ready within the deadline of the probe", async () => {
  const pool = Object.assign(Object.create(world.db.pool), { query: () => new Promise(() => undefined) });
  const started = performance.now();
  const silent = { ...world.ctx, db: { ...world.db, pool } };
  expect(await read(silent)).toMatchObject({ database: false, migrations: false });
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("not ready while an item fails on which money depends, and ready again when it has ended", async () => {
  let migrations: string[] = [];
  const installation = {
    ...world.ctx.installation,
    get migrations() {
      return migrations;
    },
  };
  const watch = watchReadiness({ ...world.ctx, installation }, { ...without, everyMs: 20 });
  try {
    migrations = ["20990101000000_later"];
    await vi.waitFor(async () => expect(await watch.read()).toMatchObject({ installation: false }), 60_000);
    expect(world.warnings).toContainEqual(
      expect.objectContaining({ found: [expect.objectContaining({ name: "migrations" })] }),
    );
    migrations = [];
    await vi.waitFor(async () => expect(await watch.read()).toMatchObject({ installation: true }), 60_000);
  } finally {
    watch.stop();
  }
});
