import { availableParallelism } from "node:os";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/prisma/generated/client";

/** One pool for Prisma and for the few prepared statements beside it. */
export interface Db {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** Called after a transaction that wrote an event has committed. */
  readonly outboxWritten: () => void;
}

export type Tx = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

export interface PoolSettings {
  readonly databaseUrl: string;
  readonly connectionsMax?: number;
  readonly outboxWritten?: () => void;
}

/** More than a few connections a core only make PostgreSQL switch between them: 20 took a fifth of the throughput of 8. */
const connectionsPerCore = 4;

export function createDb({
  databaseUrl,
  connectionsMax = connectionsPerCore * availableParallelism(),
  outboxWritten = () => undefined,
}: PoolSettings): Db {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connectionsMax,
    connectionTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  // One that breaks just as it is handed to somebody has no listener either, for a moment.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }), outboxWritten };
}

export async function closeDb(db: Db): Promise<void> {
  await db.prisma.$disconnect();
  if (!db.pool.ended) await db.pool.end();
}

/**
 * Runs `work` in one transaction. Locks are taken in the order partner, link, payment, refund; the terminal's, for
 * the limits of its bank connection, comes last (a new payment is nobody else's to wait for). Whatever changes a
 * terminal or its tariff locks the terminal and then, by trigger, its partner: who holds a partner asks for no terminal.
 * @param timeoutMs after which it is rolled back
 */
export async function inTx<T>(db: Db, work: (tx: Tx) => Promise<T>, timeoutMs = 15_000): Promise<T> {
  let hasEvents = false;
  const result = await db.prisma.$transaction(
    async (tx) => {
      const done = await work(tx);
      hasEvents = transactionsWithEvents.has(tx);
      return done;
    },
    { maxWait: 10_000, timeout: timeoutMs },
  );
  if (hasEvents) db.outboxWritten();
  return result;
}

const transactionsWithEvents = new WeakSet<Tx>();

/** Remembers that a transaction wrote an event, so that the relay is woken when it has committed. */
export const noteEvent = (tx: Tx): void => void transactionsWithEvents.add(tx);
