import pg from "pg";
import type { RealTime } from "@/server/domain/real-time";
import type { Tx } from "./db";

/**
 * What a web process holds in the database while it lives: its place beside other processes, and the lease of its
 * number. Without Redis the rate limits live in one process's memory, so only one process may serve a database then
 * (D-8).
 */
export interface ProcessLock {
  release(): Promise<void>;
}

export interface ProcessLockSettings {
  readonly databaseUrl: string;
  /** The number under which other processes can ask whether this one is gone (`isProcessGone`). */
  readonly processNumber: number;
  /** Whether this process shares its rate limits with others, that is, has Redis. */
  readonly isShared: boolean;
  /**
   * Called when the lock was lost with its connection and a process that excludes this one has taken it. A process that
   * is not shared does not try again afterwards; a shared one does.
   */
  onLost(reason: string): void;
  /** Called with each new connection after the locks were taken, to use the connection for more. */
  readonly join?: (client: pg.Client) => Promise<void>;
  readonly realTime: RealTime;
  /** How long to wait for a predecessor that is shutting down, ms. */
  readonly waitMs?: number;
  /** The interval of pings, ms. A connection can break without an error, for example in a failover. */
  readonly pingMs?: number;
}

/** The key of the lock that processes without Redis take exclusively, and processes with Redis in shared mode. */
const lockName = 7_436_150_842;
/** The class of the leases; the second key of such a lock is the number of a process. */
export const leaseClass = 743_615_084;

const tryEveryMs = 250;
const againAfterMs = 1_000;
const answerWithinMs = 10_000;
const endMs = 1_000;

/**
 * Holds the process lock and the lease on a connection of their own. PostgreSQL releases both when the process or the
 * connection ends; after a broken connection they are taken again, with the same number. Throws an error that explains
 * the situation when another process excludes this one.
 */
export async function holdProcessLock(settings: ProcessLockSettings): Promise<ProcessLock> {
  const { realTime, pingMs } = settings;
  let isReleased = false;
  let client = await connectAndLock(settings);

  void (async () => {
    while (!isReleased) {
      await untilLost(client, realTime, pingMs);
      const next = await lockAgain(settings, () => isReleased);
      if (!next) return;
      client = next;
    }
    await endQuietly(client, realTime);
  })();
  return {
    async release() {
      isReleased = true;
      await endQuietly(client, realTime);
    },
  };
}

/**
 * Returns whether no live process has a number (`Ctx.processNumber`). Until the transaction ends, no process can take
 * the lease of that number. A process whose connection broke counts as gone until it has a new one, a second or so, so
 * a caller that takes over its work has to do it by compare-and-set. Commands of the operator hold no lease.
 */
export async function isProcessGone(tx: Pick<Tx, "$queryRaw">, processNumber: number): Promise<boolean> {
  // In shared mode, so that two callers that ask at once both learn it.
  const [row] = await tx.$queryRaw<{ gone: boolean }[]>`
    select pg_try_advisory_xact_lock_shared(${leaseClass}::int, ${processNumber}::int) as gone`;
  return row?.gone === true;
}

/** Takes what a broken connection held. Returns null when this process may not hold it any more, or is stopping. */
async function lockAgain(settings: ProcessLockSettings, isReleased: () => boolean): Promise<pg.Client | null> {
  let isReported = false;
  for (; !isReleased(); await settings.realTime.sleep(againAfterMs)) {
    const taken = await connectAndLock(settings).catch((error: unknown) => error);
    if (taken instanceof pg.Client) return taken;
    if (!(taken instanceof LockTaken)) continue;
    if (!isReported) settings.onLost(taken.message);
    isReported = true;
    if (!settings.isShared) return null;
  }
  return null;
}

async function connectAndLock(settings: ProcessLockSettings): Promise<pg.Client> {
  const { databaseUrl, processNumber, isShared, join, realTime } = settings;
  const client = new pg.Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: answerWithinMs,
    query_timeout: answerWithinMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const mode = isShared ? "_shared" : "";
    if (!(await tryFor(client, settings, `pg_try_advisory_lock${mode}($1)`, [lockName]))) {
      throw new LockTaken(await explainRefusal(client));
    }
    // After a broken connection the database may not have noticed its end yet; then the old lease is still held.
    if (!(await tryFor(client, settings, "pg_try_advisory_lock($1, $2)", [leaseClass, processNumber]))) {
      throw new Error("The number of this process is in use. Start the process again.");
    }
    await join?.(client);
    return client;
  } catch (error) {
    await endQuietly(client, realTime);
    throw error;
  }
}

async function tryFor(
  client: pg.Client,
  { realTime, waitMs = 8_000 }: ProcessLockSettings,
  lock: string,
  keys: readonly number[],
): Promise<boolean> {
  for (let waited = 0; ; waited += tryEveryMs) {
    const { rows } = await client.query(`select ${lock} as held`, [...keys]);
    if (rows[0]?.held === true) return true;
    if (waited >= waitMs) return false;
    await realTime.sleep(tryEveryMs);
  }
}

/** Says which of the two processes needs the other one's setting. */
async function explainRefusal(client: pg.Client): Promise<string> {
  const { rowCount } = await client.query(
    `select 1 from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted and objsubid = 1
       and (classid::bigint << 32 | objid::bigint) = $1
       and database = (select oid from pg_database where datname = current_database())`,
    [lockName],
  );
  return rowCount === 0
    ? "Another process serves this database without Redis: set REDIS_URL for all of them, so that they share their rate limits."
    : "Other processes serve this database with Redis: set REDIS_URL for this one too, so that they share their rate limits.";
}

class LockTaken extends Error {}

/** Resolves when the connection has ended or does not answer a ping any more. */
async function untilLost(client: pg.Client, realTime: RealTime, pingMs = 5_000): Promise<void> {
  let isEnded = false;
  const ended = new Promise<void>((resolve) =>
    client.once("end", () => {
      isEnded = true;
      resolve();
    }),
  );
  while (!isEnded) {
    await Promise.race([ended, realTime.sleep(pingMs, { holdsProcess: false })]);
    if (isEnded) return;
    try {
      await client.query("select 1");
    } catch {
      return endQuietly(client, realTime);
    }
  }
}

/** Ends a connection without waiting for a database that does not answer. */
const endQuietly = async (client: pg.Client, realTime: RealTime): Promise<void> => {
  await Promise.race([client.end().catch(() => undefined), realTime.sleep(endMs)]);
};
