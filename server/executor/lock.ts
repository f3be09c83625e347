import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Not that of the process lock (server/store): several processes may serve a database, one executes. */
const lockName = 7_436_150_843;
const retryMs = 250;
/** Whoever lost it lets one that waits go first: it has just shown that its connections do not hold. */
const lostPauseMs = 1_000;

const endMs = 1_000;

export interface Lock {
  /** Whether somebody else has it, as far as is known. */
  isElsewhere(): boolean;
  release(): Promise<void>;
}

export interface LockSettings {
  readonly databaseUrl: string;
  onHeld(): void;
  /** The connection broke, and the lock with it; it is being taken again. */
  onLost(): void;
  /** A connection that can die without a word (a failover, a cut cable) is asked this often. */
  readonly pingMs?: number;
  /** And given up after this silence. */
  readonly silenceMs?: number;
}

/**
 * Takes the lock of the executor of a database on a connection of its own, however long somebody else keeps it, and
 * again whenever it was lost. PostgreSQL lets go of it when the process or the connection dies.
 */
export function takeLock({
  databaseUrl,
  onHeld,
  onLost,
  pingMs = 2_000,
  silenceMs = 10_000,
}: LockSettings): Lock {
  let isReleased = false;
  let isElsewhere = false;
  let pauseMs = retryMs;
  let client: pg.Client | null = null;

  /** One connection, to its end. */
  const live = async (): Promise<void> => {
    const connection = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: silenceMs,
    });
    const ended = new Promise<void>((resolve) => connection.once("end", () => resolve()));
    connection.on("error", () => undefined);
    let isHeld = false;
    try {
      await connection.connect();
      // Not before: a client that is ended while it connects never says that it is.
      client = connection;
      while (!isReleased && !isHeld) {
        isHeld = await tryLock(connection);
        isElsewhere = !isHeld;
        if (!isHeld) await sleep(retryMs);
      }
      if (isReleased) return;
      onHeld();
      await Promise.race([ended, untilSilent(connection, pingMs)]);
    } finally {
      isElsewhere = false;
      pauseMs = isHeld ? lostPauseMs : retryMs;
      if (isHeld && !isReleased) onLost();
      await Promise.race([connection.end().catch(() => undefined), sleep(endMs)]);
    }
  };

  const living = (async () => {
    while (!isReleased) {
      await live().catch(() => undefined);
      if (!isReleased) await sleep(pauseMs);
    }
  })();

  return {
    isElsewhere: () => isElsewhere,
    async release() {
      isReleased = true;
      void client?.end().catch(() => undefined);
      await living;
    },
  };
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [lockName]);
  return rows[0]?.held === true;
}

/** Rejects when the connection does not answer any more. */
async function untilSilent(client: pg.Client, pingMs: number): Promise<never> {
  for (;;) {
    await sleep(pingMs);
    await client.query("select 1");
  }
}
