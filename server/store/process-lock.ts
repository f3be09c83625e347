import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Without Redis the rate limits live in one process's memory, so only one process may serve a database then (D-8). */
export interface ProcessLock {
  release(): Promise<void>;
}

export interface ProcessLockSettings {
  readonly databaseUrl: string;
  /** Called when the lock was lost with its connection and another process has taken it. */
  onLost(reason: string): void;
  /** How long to wait for a predecessor that is shutting down, ms. */
  readonly waitMs?: number;
}

const lockName = 7_436_150_842;

/**
 * Holds an advisory lock of the database on a connection of its own. PostgreSQL releases it when the process or the
 * connection dies; after a broken connection the lock is taken again. Throws an error that explains the situation when
 * another process holds the lock.
 */
export async function holdProcessLock(settings: ProcessLockSettings): Promise<ProcessLock> {
  let isReleased = false;
  let client: pg.Client;
  const hold = async (): Promise<void> => {
    client = await takeLock(settings);
    client.once("end", () => {
      if (!isReleased) void holdAgain();
    });
  };
  const holdAgain = async (): Promise<void> => {
    while (!isReleased) {
      await sleep(1_000);
      try {
        return await hold();
      } catch (error) {
        if (error instanceof LockTaken) return settings.onLost(error.message);
      }
    }
  };
  await hold();
  return {
    async release() {
      isReleased = true;
      await client.end();
    },
  };
}

async function takeLock({ databaseUrl, waitMs = 8_000 }: ProcessLockSettings): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  for (let waited = 0; ; waited += 250) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [lockName]);
    if (rows[0]?.held === true) return client;
    if (waited >= waitMs) break;
    await sleep(250);
  }
  await client.end();
  throw new LockTaken(
    "Another process serves this database. Set REDIS_URL for all of them, so that they share their rate limits.",
  );
}

class LockTaken extends Error {}
