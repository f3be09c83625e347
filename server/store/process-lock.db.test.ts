import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { systemRandom } from "@/server/domain/random";
import { systemTime } from "@/server/domain/real-time";
import { newProcessNumber } from "../domain/ids";
import { createTestDatabase, type TestDatabase } from "../testing/world/database";
import { closeDb, createDb, type Db, inTx } from "./db";
import { holdProcessLock, isProcessGone } from "./process-lock";

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb({ databaseUrl: database.url });
});
afterAll(async () => {
  await closeDb(db);
  await database.drop();
});

const settings = (onLost: (reason: string) => void = () => undefined) => ({
  databaseUrl: database.url,
  processNumber: newProcessNumber(systemRandom),
  realTime: systemTime,
  isShared: false,
  onLost,
  waitMs: 100,
});
const shared = (onLost?: (reason: string) => void) => ({ ...settings(onLost), isShared: true });
const isGone = (processNumber: number) => inTx(db, (tx) => isProcessGone(tx, processNumber));

async function ask(sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rowCount } = await client.query(sql);
  await client.end();
  return rowCount ?? 0;
}

const ours = "locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())";
/** Ends the connections that hold locks, as a restart of the database does. */
const cutConnections = () =>
  ask(
    `select pg_terminate_backend(pid) from (select distinct pid from pg_locks where granted and ${ours}) as connections`,
  );
const holders = () => ask(`select 1 from pg_locks where granted and objsubid = 1 and ${ours}`);
const waiting = () => ask(`select 1 from pg_locks where not granted and ${ours}`);

/** Opens another connection that waits in the database's queue for the lock: it gets the lock when the holder ends. */
async function queueForLock() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const held = client.query(
    `select pg_advisory_lock(classid::bigint << 32 | objid::bigint) from pg_locks where objsubid = 1 and ${ours}`,
  );
  await vi.waitFor(async () => expect(await waiting()).toBe(1), 60_000);
  return { held, end: () => client.end() };
}

test("refuses a second process with an explanation, and admits it after the first has released the lock", async () => {
  const first = await holdProcessLock(settings());
  await expect(holdProcessLock(settings())).rejects.toThrow(
    "Another process serves this database without Redis: set REDIS_URL for all of them",
  );
  await first.release();
  const second = await holdProcessLock(settings());
  await second.release();
});

test("takes the lock again after its connection was lost", async () => {
  const lost = vi.fn();
  const first = await holdProcessLock(settings(lost));
  expect(await cutConnections()).toBe(1);
  await vi.waitFor(async () => expect(await holders()).toBe(1), { timeout: 60_000, interval: 200 });
  await expect(holdProcessLock(settings())).rejects.toThrow(/Another process/);
  expect(lost).not.toHaveBeenCalled();
  await first.release();
});

test("calls onLost when another process has taken the lost lock", async () => {
  const lost = vi.fn();
  const first = await holdProcessLock(settings(lost));
  const second = await queueForLock();
  await cutConnections();
  await second.held;
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), 60_000);
  await second.end();
  await first.release();
});

describe("with Redis", () => {
  test("several processes serve one database", async () => {
    const [first, second] = [await holdProcessLock(shared()), await holdProcessLock(shared())];
    expect(await holders()).toBe(2);
    await first.release();
    await second.release();
  });

  test("a process without Redis is refused beside one with it, and is told to set REDIS_URL", async () => {
    const first = await holdProcessLock(shared());
    await expect(holdProcessLock(settings())).rejects.toThrow(
      "Other processes serve this database with Redis: set REDIS_URL for this one too",
    );
    await first.release();
  });

  test("a process with Redis is refused beside one without it", async () => {
    const first = await holdProcessLock(settings());
    await expect(holdProcessLock(shared())).rejects.toThrow(
      "Another process serves this database without Redis: set REDIS_URL for all of them",
    );
    await first.release();
  });

  test("a process that lost its connection goes on beside the one that took the lock, and returns to its place", async () => {
    const lost = vi.fn();
    const first = await holdProcessLock(shared(lost));
    const intruder = await queueForLock();
    await cutConnections();
    await intruder.held;
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), 60_000);
    await intruder.end();
    await vi.waitFor(async () => expect(await holders()).toBe(1), { timeout: 60_000, interval: 100 });
    expect(lost).toHaveBeenCalledOnce();
    await first.release();
  });
});

describe("the lease of a process", () => {
  test("a process is gone when it never started, and from its end on", async () => {
    const mine = shared();
    expect(await isGone(mine.processNumber)).toBe(true);
    const lock = await holdProcessLock(mine);
    expect(await isGone(mine.processNumber)).toBe(false);
    expect(await isGone(newProcessNumber(systemRandom))).toBe(true);
    await lock.release();
    await vi.waitFor(async () => expect(await isGone(mine.processNumber)).toBe(true), 60_000);
  });

  test("two transactions learn at once that a process is gone", async () => {
    const number = newProcessNumber(systemRandom);
    const both = inTx(db, async (tx) => [await isProcessGone(tx, number), await isGone(number)]);
    expect(await both).toEqual([true, true]);
  });

  test("keeps its number when its connection breaks", async () => {
    const mine = shared();
    const lock = await holdProcessLock(mine);
    expect(await cutConnections()).toBe(1);
    await vi.waitFor(async () => expect(await isGone(mine.processNumber)).toBe(false), {
      timeout: 60_000,
      interval: 50,
    });
    await lock.release();
  });
});
