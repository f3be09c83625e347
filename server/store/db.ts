import type { Socket } from "node:net";
import { availableParallelism } from "node:os";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { PrismaClient } from "@/prisma/generated/client";
import { type Random, systemRandom } from "@/server/domain/random";
import { type RealTime, systemTime } from "@/server/domain/real-time";
import { type Moved, noTelemetry, type Telemetry } from "@/server/domain/telemetry";
import { processGlobal } from "@/server/process-global";
import { measureWaits } from "./pool-waits";
import { createStatementNames } from "./statement-names";

/** The connection pool that Prisma and the hand-written statements share. */
export interface Db {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /** The source of identifiers; a function that has only a transaction gets it from `randomOf` (D-385). */
  readonly random: Random;
  /** Called after a transaction that wrote an event has committed. */
  readonly outboxWritten: () => void;
  /** Called after a transaction that wrote mails has committed, with their ids. */
  readonly mailWritten: (mailIds: readonly string[]) => void;
  /** Gets the committed moves, and knows the trace that events and payments belong to (D-350). */
  readonly telemetry: Pick<Telemetry, "moved" | "traceParent">;
}

export type Tx = Parameters<Parameters<PrismaClient["$transaction"]>[0]>[0];

export interface PoolSettings {
  readonly databaseUrl: string;
  readonly connectionsMax?: number;
  /** Whether connections stay open that nothing uses; without it they are closed after some seconds. */
  readonly keepsIdle?: boolean;
  /** The deadlines of the product; without them a command may take as long as its work needs. */
  readonly deadlines?: Deadlines;
  /** Without it the random numbers are those of the operating system. */
  readonly random?: Random;
  readonly outboxWritten?: () => void;
  readonly mailWritten?: (mailIds: readonly string[]) => void;
  readonly telemetry?: Db["telemetry"];
  /** By default that of this machine. */
  readonly realTime?: RealTime;
}

/** How long the database may take, ms. After that a request is answered that it cannot be served now (D-68). */
export interface Deadlines {
  /** The longest wait for a connection of the pool. */
  readonly connectMs: number;
  /** The longest run of one statement, kept by the database. */
  readonly statementMs: number;
  /**
   * The longest silence of a connection with a request under way. It is longer than a statement may take, so nothing
   * answers at the other end any more, and the connection is closed: used again, it would get old answers.
   */
  readonly silenceMs: number;
}

/** The deadlines of a web process. A round trip of the busiest database takes less than one second. */
export const webDeadlines: Deadlines = { connectMs: 4_000, statementMs: 8_000, silenceMs: 10_000 };

/** The deadlines of a command, whose work may be long. */
export const commandDeadlines: Deadlines = { connectMs: 10_000, statementMs: 0, silenceMs: 0 };

/** More connections per core only make PostgreSQL switch between them: 20 had a fifth less throughput than 8. */
const connectionsPerCore = 4;

export function createDb({
  databaseUrl,
  connectionsMax = connectionsPerCore * availableParallelism(),
  keepsIdle = false,
  deadlines = commandDeadlines,
  random = systemRandom,
  outboxWritten = () => undefined,
  mailWritten = () => undefined,
  telemetry = noTelemetry,
  realTime = systemTime,
}: PoolSettings): Db {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connectionsMax,
    ...(keepsIdle && { idleTimeoutMillis: 0 }),
    connectionTimeoutMillis: deadlines.connectMs,
    statement_timeout: deadlines.statementMs,
    allowExitOnIdle: true,
  });
  measureWaits(pool, realTime);
  // The pool replaces a connection that breaks while idle. Without a listener its error event would end the process.
  pool.on("error", () => undefined);
  // While the pool hands a connection over, neither the pool nor its new user listens for a moment, so listen always.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    closeWhenSilent(client, deadlines.silenceMs);
  });
  const adapter = new PrismaPg(pool, { statementNameGenerator: createStatementNames() });
  return joinDb({ pool, prisma: new PrismaClient({ adapter }), random, outboxWritten, mailWritten, telemetry });
}

/** Makes a Db of its parts. The client of Prisma uses the same pool. */
export function joinDb(db: Db): Db {
  randomSources.set(db.prisma, db.random);
  return db;
}

/**
 * Closes a connection on which nothing has been sent or received for this long; 0 never does. It is a deadline of the
 * socket, which the operating system's time measures.
 */
function closeWhenSilent(client: pg.PoolClient, silenceMs: number): void {
  if (silenceMs === 0) return;
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const error = new Error(`The database has been silent for ${silenceMs} ms`);
  stream.setTimeout(silenceMs, () => stream.destroy(error));
}

export async function closeDb(db: Db): Promise<void> {
  await db.prisma.$disconnect();
  if (!db.pool.ended) await db.pool.end();
}

/**
 * Runs `work` in one transaction. After the commit it wakes the outbox relay where the transaction wrote an event, and
 * the sender of mails where it wrote mails, and reports the records that it moved.
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
  let moves: readonly Moved[] = [];
  const traceParent = db.telemetry.traceParent();
  const result = await db.prisma.$transaction(
    async (tx) => {
      randomSources.set(tx, db.random);
      if (traceParent !== null) tracesOfTransactions.set(tx, traceParent);
      const done = await work(tx);
      hasEvents = transactionsWithEvents.has(tx);
      mailIds = mailsOfTransactions.get(tx) ?? [];
      moves = movesOfTransactions.get(tx) ?? [];
      return done;
    },
    { maxWait: 10_000, timeout: timeoutMs },
  );
  if (hasEvents) db.outboxWritten();
  if (mailIds.length > 0) db.mailWritten(mailIds);
  for (const moved of moves) db.telemetry.moved(moved);
  return result;
}

const transactionsWithEvents = new WeakSet<Tx>();

/** Marks that a transaction wrote an event, so that `inTx` wakes the relay after the commit. */
export const markEventWritten = (tx: Tx): void => void transactionsWithEvents.add(tx);

const mailsOfTransactions = new WeakMap<Tx, string[]>();

/** Marks that a transaction wrote a mail, so that `inTx` wakes the sender after the commit. */
export const markMailWritten = (tx: Tx, mailId: string): void =>
  void mailsOfTransactions.set(tx, [...(mailsOfTransactions.get(tx) ?? []), mailId]);

const movesOfTransactions = new WeakMap<Tx, Moved[]>();

/** Marks that a transaction moved a record, so that `inTx` reports it after the commit. */
export const markMoved = (tx: Tx, moved: Moved): void =>
  void movesOfTransactions.set(tx, [...(movesOfTransactions.get(tx) ?? []), moved]);

const tracesOfTransactions = new WeakMap<Tx, string>();

/** Returns the context of the trace in which a transaction runs; null where none is recorded. */
export const findTraceParent = (tx: Tx): string | null => tracesOfTransactions.get(tx) ?? null;

const randomSourcesOfProcess = processGlobal<WeakMap<Tx, Random>>("randomSources");
const randomSources = randomSourcesOfProcess.value ?? new WeakMap<Tx, Random>();
randomSourcesOfProcess.value = randomSources;

/** Returns the source of random numbers of the Db of a transaction of `inTx`, or of `db.prisma`. Throws for another. */
export function randomOf(tx: Tx): Random {
  const random = randomSources.get(tx);
  if (!random) throw new Error("No source of random numbers is known for this transaction: open it with inTx");
  return random;
}
