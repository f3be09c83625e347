import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";
import { holdProcessLock } from "./process-lock";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const settings = (onLost: (reason: string) => void = () => undefined) => ({
  databaseUrl: database.url,
  onLost,
  waitMs: 300,
});

async function ask(sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query(sql);
  await client.end();
  return rowCount ?? 0;
}

const ours = "locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
/** Ends the connection that holds the lock, as a restart of the database does. */
const cutConnection = () => ask(`select pg_terminate_backend(pid) from pg_locks where granted and ${ours}`);
const holders = () => ask(`select 1 from pg_locks where granted and ${ours}`);
const waiting = () => ask(`select 1 from pg_locks where not granted and ${ours}`);

/** Opens another connection that waits in the database's queue for the lock: it gets the lock when the holder ends. */
async function queueForLock() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const held = client.query(
    `select pg_advisory_lock(classid::bigint << 32 | objid::bigint) from pg_locks where ${ours}`,
  );
  await vi.waitFor(async () => expect(await waiting()).toBe(1), 60_000);
  return { held, end: () => client.end() };
}

test("refuses a second process with an explanation, and admits it after the first has released the lock", async () => {
  const first = await holdProcessLock(settings());
  await expect(holdProcessLock(settings())).rejects.toThrow(/Another process serves this database/);
  await first.release();
  const second = await holdProcessLock(settings());
  await second.release();
});

test("takes the lock again after its connection was lost", async () => {
  const lost = vi.fn();
  const first = await holdProcessLock(settings(lost));
  expect(await cutConnection()).toBe(1);
  await vi.waitFor(async () => expect(await holders()).toBe(1), { timeout: 60_000, interval: 200 });
  await expect(holdProcessLock(settings())).rejects.toThrow(/Another process/);
  expect(lost).not.toHaveBeenCalled();
  await first.release();
});

test("calls onLost when another process has taken the lost lock", async () => {
  const lost = vi.fn();
  const first = await holdProcessLock(settings(lost));
  const second = await queueForLock();
  await cutConnection();
  await second.held;
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), 60_000);
  await second.end();
  await first.release();
});
