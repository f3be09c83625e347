import pg from "pg";
import type { Banks } from "@/server/banks/banks";
import { Circuits } from "@/server/domain/banks/circuits";
import { newProcessNumber } from "@/server/domain/ids";
import type { MailSender } from "@/server/domain/mail/mail-sending";
import type { Random } from "@/server/domain/random";
import { noTelemetry } from "@/server/domain/telemetry";
import type { WebhookSender } from "@/server/domain/webhooks/delivery";
import { joinDb } from "@/server/store/db";
import { leaseClass } from "@/server/store/process-lock";
import { createVault } from "@/server/store/vault";
import { testAuditKeys } from "@/server/testing/world/audit";
import { createTestSurroundings } from "@/server/testing/world/installation";
import { testPages } from "@/server/testing/world/pages";
import type { Ctx, Log } from "@/server/usecases/ctx";
import { createDueWorkLock } from "@/server/usecases/due-work-lock";
import { createKeyedSemaphore } from "@/server/usecases/keyed-semaphore";
import { createJobs, type Jobs } from "./jobs";
import { Lane, type Owner, ProcessDied } from "./lane";
import { type Locks, pidOf } from "./locks";
import type { MachineParts } from "./machine-parts";
import type { PrismaStock } from "./prisma-stock";
import type { Scheduler } from "./scheduler";
import { createSessionClass, type Session } from "./session";
import type { SimTime } from "./sim-time";
import type { Trace } from "./trace";

/** What surrounds each process of a simulation. */
export interface Surroundings {
  readonly databaseUrl: string;
  readonly scheduler: Scheduler;
  readonly time: SimTime;
  readonly locks: Locks;
  /** A connection that is no part of the simulation. It holds the leases of the processes. */
  readonly control: pg.Client;
  readonly stock: PrismaStock;
  readonly random: Random;
  readonly trace: Trace;
  createLog(owner: Owner): Log;
  createBanks(of: MachineParts): Banks;
  createWebhooks(of: MachineParts): WebhookSender;
  createMail(of: MachineParts): MailSender;
  /** Returns whether a process dies before the result of its statement reaches it. */
  diesBefore(machine: Owner, statement: string): boolean;
}

export interface MachineSettings {
  readonly name: string;
  /** How far the clock of its machine is ahead of the simulated time, ms. */
  readonly skewMs: number;
  /** The connections that its pool opens at most. */
  readonly connectionsMax: number;
}

/** A process of the product: a context of its own, with a pool, memory and background jobs that end with it. */
export class Machine {
  readonly ctx: Ctx;
  readonly jobs: Jobs;
  /** The requests that it answers; each is called when the process dies before it has answered. */
  readonly answering = new Set<() => void>();
  private readonly ends = new Set<() => void>();
  private readonly sessions: Session[] = [];
  private readonly stocked;

  private constructor(
    readonly owner: Owner,
    private readonly around: Surroundings,
    settings: MachineSettings,
  ) {
    const { time, stock } = around;
    const open = (name: string): Lane => new Lane(`${owner.name}.${name}`, owner);
    const realTime = time.seenBy(open, settings.skewMs);
    const parts = { owner, realTime, open, onDeath: (end: () => void) => void this.ends.add(end) };
    const pool = this.openPool(settings.connectionsMax);
    this.stocked = stock.take();
    this.stocked.use(pool);
    const { ctx, jobs } = buildContext(around, { pool, prisma: this.stocked.prisma, parts });
    this.ctx = ctx;
    this.jobs = jobs;
  }

  /** Starts a process, as one starts that finds the database of an earlier one. */
  static async start(around: Surroundings, settings: MachineSettings): Promise<Machine> {
    const machine = new Machine({ name: settings.name, isAlive: true }, around, settings);
    await around.control.query("select pg_advisory_lock($1::int, $2::int)", [leaseClass, machine.ctx.processNumber]);
    machine.jobs.sweep();
    await around.scheduler.rest();
    return machine;
  }

  /** Ends the process at once: what it had in memory is gone, and PostgreSQL rolls its transactions back. */
  async die(): Promise<void> {
    const { control, scheduler, time } = this.around;
    this.owner.isAlive = false;
    time.drop(this.owner);
    await this.endBackends();
    await control.query("select pg_advisory_unlock($1::int, $2::int)", [leaseClass, this.ctx.processNumber]);
    await scheduler.drop(this.owner);
    for (const broken of [...this.answering]) broken();
    this.answering.clear();
    for (const end of this.ends) end();
    await this.endCode();
  }

  /** Frees everything at the end of a simulation, whose database ends with it. */
  async close(): Promise<void> {
    const { scheduler, time, locks } = this.around;
    this.owner.isAlive = false;
    time.drop(this.owner);
    locks.forget(this.sessions);
    await scheduler.drop(this.owner);
    await this.endCode();
  }

  /**
   * Ends the processes of PostgreSQL that serve it, and waits until none of them holds a lock any more. One whose
   * statement waits is stopped, so it has the order to end before a lock that another one gives back can reach it.
   */
  private async endBackends(): Promise<void> {
    const { control, locks } = this.around;
    const pids = this.sessions.map(pidOf).filter((pid) => pid !== null);
    const end = "select pg_terminate_backend(pid) from pg_stat_activity where pid = any($1::int[])";
    await control.query(end, [pids]);
    locks.forget(this.sessions);
    while (((await control.query(end, [pids])).rowCount ?? 0) > 0);
  }

  /** Ends what its code still waits for. Only then may another process have its client of Prisma. */
  private async endCode(): Promise<void> {
    for (const session of this.sessions) {
      session.abandon();
      (session as unknown as Connected).connection.stream.destroy();
    }
    await this.around.scheduler.rest();
    this.around.stock.giveBack(this.stocked);
  }

  private openPool(max: number): pg.Pool {
    const { owner, sessions } = this;
    const { scheduler, locks, diesBefore, databaseUrl } = this.around;
    const Session = createSessionClass({
      owner,
      scheduler,
      locks,
      diesBefore: (statement) => diesBefore(owner, statement),
      opened: (session) => void sessions.push(session),
    });
    const pool = new pg.Pool({
      connectionString: databaseUrl,
      max,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
      Client: Session as unknown as typeof pg.Client,
    });
    pool.on("error", () => undefined);
    pool.on("connect", (client) => void client.on("error", () => undefined));
    return pool;
  }
}

/** The socket of a connection, which the types of `pg` do not know. */
interface Connected {
  readonly connection: { readonly stream: { destroy(): void } };
}

interface ContextParts {
  readonly pool: pg.Pool;
  readonly prisma: Ctx["db"]["prisma"];
  readonly parts: MachineParts;
}

function buildContext(around: Surroundings, { pool, prisma, parts }: ContextParts): { ctx: Ctx; jobs: Jobs } {
  const { realTime, owner } = parts;
  const random = whileAlive(owner, around.random);
  const log = around.createLog(owner);
  const jobs = createJobs(parts, log);
  const { signals } = jobs;
  const clock = { now: () => realTime.now() };
  const ctx: Ctx = {
    clock,
    sandboxTime: null,
    realTime,
    random,
    db: joinDb({
      pool,
      prisma,
      random,
      outboxWritten: signals.outboxWritten,
      mailWritten: signals.mailWritten,
      telemetry: noTelemetry,
    }),
    vault: createVault(random, [{ id: "test", key: Buffer.alloc(32, 7) }]),
    auditKeys: testAuditKeys,
    auditHeads: { file: { readNewest: async () => [], append: async () => undefined }, mailTo: null },
    pages: testPages,
    ...createTestSurroundings(),
    banks: around.createBanks(parts),
    log,
    origins,
    egressAddresses: [],
    refusalsMultiplier: 1_000,
    // Shorter than the product's, because each second in which a buyer waits is five statements that only read.
    captureWaitMs: 4_000,
    resolvePausesMs: [1_000, 3_000, 9_000],
    historyPausesMs: [1_000, 2_000],
    refundWaitMs: 8_000,
    openMoneyCalls: new Map(),
    webhooks: around.createWebhooks(parts),
    mail: around.createMail(parts),
    signals,
    receiverSlots: createKeyedSemaphore(2),
    dueWork: createDueWorkLock(),
    processNumber: newProcessNumber(random),
    nameSubject: () => undefined,
    telemetry: noTelemetry,
    noteMessage: () => undefined,
    noteRequest: () => undefined,
    noteBankEvent: () => undefined,
    circuits: new Circuits(false),
    background: (work) =>
      void work.catch((err: unknown) => owner.isAlive && log.error({ err }, "Background work failed")),
  };
  jobs.connect(ctx);
  return { ctx, jobs };
}

/** Random numbers that end with their process, so that those of the others do not depend on what its code does last. */
const whileAlive = (owner: Owner, random: Random): Random => ({
  bytes(count) {
    if (!owner.isAlive) throw new ProcessDied();
    return random.bytes(count);
  },
});

const origins = {
  api: "https://api.sim.test",
  panel: "https://api.sim.test",
  pay: "https://pay.sim.test",
  handoff: "https://pay.sim.test",
};
