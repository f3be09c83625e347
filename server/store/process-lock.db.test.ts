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
/** Ends the connections that hold the lock, as a restart of the database does. */
const cutConnections = () => ask(`select pg_terminate_backend(pid) from pg_locks where ${ours}`);
const holders = () => ask(`select 1 from pg_locks where ${ours}`);

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
  expect(await cutConnections()).toBe(1);
  await vi.waitFor(async () => expect(await holders()).toBe(1), { timeout: 8_000, interval: 200 });
  await expect(holdProcessLock(settings())).rejects.toThrow(/Another process/);
  expect(lost).not.toHaveBeenCalled();
  await first.release();
});

test("calls onLost when another process has taken the lost lock", async () => {
  const lost = vi.fn();
  const first = await holdProcessLock(settings(lost));
  await cutConnections();
  const second = await holdProcessLock(settings());
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), { timeout: 8_000 });
  await second.release();
  await first.release();
});
