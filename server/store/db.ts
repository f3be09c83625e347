import { availableParallelism } from "node:os";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/prisma/generated/client";

/** The connection pool that Prisma and the hand-written statements share. */
export interface Db {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** Called after a transaction that wrote an event has committed. */
  readonly outboxWritten: () => void;
  /** Called after a transaction that wrote mails has committed, with their ids. */
  readonly mailWritten: (mailIds: readonly string[]) => void;
}

export type Tx = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

export interface PoolSettings {
  readonly databaseUrl: string;
  readonly connectionsMax?: number;
  readonly outboxWritten?: () => void;
  readonly mailWritten?: (mailIds: readonly string[]) => void;
}

/** More connections per core only make PostgreSQL switch between them: 20 had a fifth less throughput than 8. */
const connectionsPerCore = 4;

export function createDb({
  databaseUrl,
  connectionsMax = connectionsPerCore * availableParallelism(),
  outboxWritten = () => undefined,
  mailWritten = () => undefined,
}: PoolSettings): Db {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connectionsMax,
    connectionTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  // The pool replaces a connection that breaks while idle. Without a listener its error event would end the process.
  pool.on("error", () => undefined);
  // While the pool hands a connection over, neither the pool nor its new user listens for a moment, so listen always.
  pool.on("connect", (client) => void client.on("error", () => undefined));
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }), outboxWritten, mailWritten };
}

export async function closeDb(db: Db): Promise<void> {
  await db.prisma.$disconnect();
  if (!db.pool.ended) await db.pool.end();
}

/**
 * Runs `work` in one transaction. After the commit it wakes the outbox relay where the transaction wrote an event, and
 * the sender of mails where it wrote mails.
 *
 * Lock order, which every transaction keeps so that none deadlocks: partner, link, payment, refund. The lock of a
 * terminal, which guards the limits of its bank connection, comes last; only the insertion of a new payment follows it,
 * because no other transaction can wait for a row that it cannot see yet. A change of a terminal or of its tariff locks
 * the terminal first and then, by trigger, its partner; therefore a transaction that holds a partner's lock must not
 * lock a terminal. Rows of coolings follow the payment's lock (D-291).
 * @param timeoutMs the time after which the transaction is rolled back
 */
export async function inTx<T>(db: Db, work: (tx: Tx) => Promise<T>, timeoutMs = 15_000): Promise<T> {
  let hasEvents = false;
  let mailIds: readonly string[] = [];
  const result = await db.prisma.$transaction(
    async (tx) => {
      const done = await work(tx);
      hasEvents = transactionsWithEvents.has(tx);
      mailIds = mailsOfTransactions.get(tx) ?? [];
      return done;
    },
    { maxWait: 10_000, timeout: timeoutMs },
  );
  if (hasEvents) db.outboxWritten();
  if (mailIds.length > 0) db.mailWritten(mailIds);
  return result;
}

const transactionsWithEvents = new WeakSet<Tx>();

/** Marks that a transaction wrote an event, so that `inTx` wakes the relay after the commit. */
export const markEventWritten = (tx: Tx): void => void transactionsWithEvents.add(tx);

const mailsOfTransactions = new WeakMap<Tx, string[]>();

/** Marks that a transaction wrote a mail, so that `inTx` wakes the sender after the commit. */
export const markMailWritten = (tx: Tx, mailId: string): void =>
  void mailsOfTransactions.set(tx, [...(mailsOfTransactions.get(tx) ?? []), mailId]);
