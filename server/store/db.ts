import { availableParallelism } from "node:os";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/prisma/generated/client";

/** One pool for Prisma and for the few prepared statements beside it. */
export interface Db {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
}

export type Tx = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

export interface PoolSettings {
  readonly databaseUrl: string;
  readonly connectionsMax?: number;
}

/** More than a few connections a core only make PostgreSQL switch between them: 20 took a fifth of the throughput of 8. */
const connectionsPerCore = 4;

export function createDb({
  databaseUrl,
  connectionsMax = connectionsPerCore * availableParallelism(),
}: PoolSettings): Db {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connectionsMax,
    connectionTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => undefined);
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
}

export async function closeDb(db: Db): Promise<void> {
  await db.prisma.$disconnect();
  if (!db.pool.ended) await db.pool.end();
}

/**
 * Runs `work` in one transaction. Locks are taken in the order partner, link, payment, refund; the terminal's, for
 * the limits of its bank connection, comes last (a new payment is nobody else's to wait for).
 */
export const inTx = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.prisma.$transaction(work, { maxWait: 10_000, timeout: 15_000 });
