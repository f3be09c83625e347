import pg from "pg";
import type { RealTime } from "@/server/domain/real-time";

/**
 * The key of the advisory lock. It differs from the process lock's (server/store): many processes may serve, one
 * executes.
 */
const lockName = 7_436_150_843;
const retryMs = 250;
/** A process that lost the lock pauses longer, so a waiting process whose connection works takes it first, ms. */
const lostPauseMs = 1_000;

const endMs = 1_000;

export interface Lock {
  /** Whether another process is known to hold the lock. */
  isElsewhere(): boolean;
  release(): Promise<void>;
}

export interface LockSettings {
  readonly databaseUrl: string;
  readonly realTime: RealTime;
  onHeld(): void;
  /** Called when the connection broke and the lock with it; the lock is then requested again. */
  onLost(): void;
  /** The interval of pings, ms. A connection can break without an error, for example in a failover. */
  readonly pingMs?: number;
  /** The time without an answer after which the connection is given up, ms. */
  readonly silenceMs?: number;
}

/**
 * Takes the executor's advisory lock of a database on a separate connection. Waits while another process holds it, and
 * takes it again when it was lost. PostgreSQL releases the lock when the process or the connection ends.
 */
export function takeLock(settings: LockSettings): Lock {
  const { databaseUrl, realTime, onHeld, onLost, pingMs = 2_000, silenceMs = 10_000 } = settings;
  let isReleased = false;
  let isElsewhere = false;
  let pauseMs = retryMs;
  let client: pg.Client | null = null;

  /** Opens one connection, takes the lock and holds it until the connection ends. */
  const holdOnce = async (): Promise<void> => {
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
      // Set only now, because ending a client that is still connecting never resolves.
      client = connection;
      while (!isReleased && !isHeld) {
        isHeld = await tryLock(connection);
        isElsewhere = !isHeld;
        if (!isHeld) await realTime.sleep(retryMs);
      }
      if (isReleased) return;
      onHeld();
      await Promise.race([ended, untilSilent(connection, realTime, pingMs)]);
    } finally {
      isElsewhere = false;
      pauseMs = isHeld ? lostPauseMs : retryMs;
      if (isHeld && !isReleased) onLost();
      await Promise.race([connection.end().catch(() => undefined), realTime.sleep(endMs)]);
    }
  };

  const holding = (async () => {
    while (!isReleased) {
      await holdOnce().catch(() => undefined);
      if (!isReleased) await realTime.sleep(pauseMs);
    }
  })();

  return {
    isElsewhere: () => isElsewhere,
    async release() {
      isReleased = true;
      void client?.end().catch(() => undefined);
      await holding;
    },
  };
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select pg_try_advisory_lock($1) as held", [lockName]);
  return rows[0]?.held === true;
}

/** Pings the connection and rejects when it does not answer any more. */
async function untilSilent(client: pg.Client, realTime: RealTime, pingMs: number): Promise<never> {
  for (;;) {
    await realTime.sleep(pingMs);
    await client.query("select 1");
  }
}
