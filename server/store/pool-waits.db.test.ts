import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestWorld, type TestWorld } from "@/server/testing/world/world";
import { closeDb, createDb, type Db } from "./db";
import { takeLongestWait } from "./pool-waits";

let world: TestWorld;
let db: Db;
beforeAll(async () => {
  world = await openTestWorld();
  const databaseUrl = String(world.db.pool.options.connectionString);
  const deadlines = { connectMs: 60, statementMs: 0, silenceMs: 0 };
  db = createDb({ databaseUrl, connectionsMax: 1, deadlines });
});
afterAll(async () => {
  await closeDb(db);
  await world.close();
});

test("the longest wait for a used-up pool, of queries, of transactions, and of requests that got no connection", async () => {
  // A busy machine may need more than the deadline to open the only connection.
  await vi.waitFor(() => db.pool.query("select 1"), { timeout: 30_000 });
  expect(takeLongestWait(db.pool), "a connection was free").toBe(0);
  const held = await db.pool.connect();
  await expect(db.pool.query("select 1")).rejects.toThrow("timeout");
  expect(takeLongestWait(db.pool)).toBeGreaterThanOrEqual(50);
  await expect(db.prisma.staffAlert.count()).rejects.toThrow();
  expect(takeLongestWait(db.pool)).toBeGreaterThanOrEqual(50);
  expect(takeLongestWait(db.pool), "it is taken once").toBe(0);
  const waiting = db.pool.connect();
  held.release();
  (await waiting).release();
  expect(takeLongestWait(db.pool)).toBeGreaterThan(0);
});
