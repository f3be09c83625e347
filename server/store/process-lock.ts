import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Rate limits live in one process's memory unless they are shared, so only one process may serve a database (D-8). */
export interface ProcessLock {
  release(): Promise<void>;
}

const lockName = 7_436_150_842;

/**
 * Holds the lock of the database on a connection of its own; PostgreSQL lets go of it when the process dies. Waits a
 * little for a predecessor that is just going away. Throws a plain sentence when another process keeps it.
 */
export async function holdProcessLock(databaseUrl: string, waitMs = 8_000): Promise<ProcessLock> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  for (let waited = 0; ; waited += 250) {
    const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [lockName]);
    if (rows[0]?.held === true) return { release: () => client.end() };
    if (waited >= waitMs) break;
    await sleep(250);
  }
  await client.end();
  throw new Error(
    "Another process serves this database. Set REDIS_URL for all of them, so that they share their rate limits.",
  );
}
