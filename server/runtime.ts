import type { AppContext } from "@/server/context";
import { getContext } from "@/server/context";
import { describeObstacles, type InstallationCheck } from "@/server/domain/operations/installation-check";
import { exportAuditHeadsAtStart } from "@/server/entry/jobs/audit-heads-functions";
import { authoriseSandboxPages } from "@/server/entry/jobs/authorise-sandbox-pages";
import { startJobs } from "@/server/entry/jobs/jobs";
import { planCheckAfterStart } from "@/server/entry/jobs/page-functions";
import { assertRedisAnswers, isRedisAnswering } from "@/server/entry/limits/rate-limits";
import { answerV1 } from "@/server/entry/v1/handle";
import type { Runtime } from "@/server/front/runtime-handle";
import { hourly, startIncidentWatch } from "@/server/health/incident-watch";
import { watchPagesInRounds } from "@/server/health/page-rounds";
import { watchReadiness } from "@/server/health/readiness";
import { closeDb, createDb, type Db, webDeadlines } from "@/server/store/db";
import { nameRelease } from "@/server/store/pages/running-releases";
import { holdProcessLock } from "@/server/store/process-lock";
import { telemetry } from "@/server/telemetry/telemetry";
import { eraseOldCounts } from "@/server/usecases/banks/erase-old-counts";
import { watchBanks } from "@/server/usecases/banks/watch-banks";
import { getBacklog } from "@/server/usecases/operations/backlog-queries";
import { examineInstallation } from "@/server/usecases/operations/examine-installation";

/** Starts the background jobs. Throws an Error whose message is a plain sentence when this process must not run. */
export async function startRuntime(): Promise<Runtime> {
  const ctx = getContext();
  await assertMayServe(ctx);
  await ctx.sandboxTime?.load();
  await assertRedisAnswers(ctx);
  const lock = await holdProcessLock({
    databaseUrl: ctx.env.databaseUrl,
    processNumber: ctx.processNumber,
    realTime: ctx.realTime,
    isShared: ctx.env.redisUrl !== undefined,
    join: async (client) => {
      await nameRelease(client, ctx.pages.released.digest);
      await ctx.sandboxTime?.follow(client, ctx.dueWork);
    },
    onLost: ctx.env.redisUrl === undefined ? createStop(ctx) : createWarning(ctx),
  });
  const jobs = await startJobs(ctx);
  exportAuditHeadsAtStart(ctx);
  await authoriseSandboxPages(ctx);
  const withdrawCheck = planCheckAfterStart(ctx);
  examineSurroundings(ctx);
  const readiness = watchReadiness(ctx, {
    areJobsAlive: jobs.alive,
    isRedisAnswering: () => isRedisAnswering(ctx),
  });
  const watchDb = openWatchDb(ctx);
  const watch = startIncidentWatch(ctx, {
    isRedisAnswering: () => isRedisAnswering(ctx),
    isEngineAnswering: jobs.isEngineAnswering,
    db: watchDb,
    others: [watchBanks, hourly(eraseOldCounts), watchPagesInRounds(ctx)],
  });
  connectMetrics(ctx);
  return {
    v1: answerV1,
    ready: readiness.read,
    async close() {
      await watch.stop();
      await closeDb(watchDb);
      readiness.stop();
      withdrawCheck();
      await jobs.stop();
      await ctx.settled();
      await closeDb(ctx.db);
      await lock.release();
    },
  };
}

/** Opens the connections of the watch, which has to name it when those of the product are used up (D-366). */
function openWatchDb({ env, db }: AppContext): Db {
  const { pool, prisma } = createDb({
    databaseUrl: env.databaseUrl,
    connectionsMax: 2,
    keepsIdle: true,
    deadlines: webDeadlines,
    random: db.random,
  });
  return { ...db, pool, prisma };
}

/** Gives the sources of the values that each collection of metrics reads (D-352). */
function connectMetrics(ctx: AppContext): void {
  const { pool } = ctx.db;
  telemetry().connect({
    readBacklog: () => getBacklog(ctx),
    readPool: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: pool.options.max ?? 0,
    }),
    readCircuits: () => ctx.circuits.readBanks(),
    isRedisAnswering: () => isRedisAnswering(ctx),
  });
}

/**
 * Runs the doctor (D-326). A start is refused where the encryption keys do not open what is stored (D-318), where
 * migrations are missing, and in live mode with a database role that could change the audit log in spite of its
 * triggers (D-305) or with audit logs whose entries from before the keys are not sealed (D-301).
 */
async function assertMayServe(ctx: AppContext): Promise<void> {
  const checks = await examineInstallation(ctx, { withSurroundings: false });
  const obstacle = describeObstacles(checks, ctx.env.mode);
  if (obstacle !== null) throw new Error(obstacle);
  logFindings(ctx, checks);
}

/** Examines in live mode, beside the first requests, what lies around the database. Nothing of it stops a start. */
function examineSurroundings(ctx: AppContext): void {
  if (ctx.env.mode !== "live") return;
  ctx.background(ctx.installation.examineSurroundings().then((checks) => logFindings(ctx, checks)));
}

function logFindings({ env, log }: AppContext, checks: readonly InstallationCheck[]): void {
  if (env.mode !== "live") return;
  for (const { name, state, sentence, advice } of checks) {
    if (state === "warning") log.warn({ doctor: name }, `${sentence} ${advice}`);
    if (state === "failed") log.error({ doctor: name }, `${sentence} ${advice}`);
  }
}

/**
 * Stops this process when another one has its lock: two processes with separate counters would allow twice the budgets.
 */
const createStop = (ctx: AppContext) => (reason: string) => {
  ctx.log.error({ reason }, "Stopping: another process serves the database");
  process.kill(process.pid, "SIGTERM");
};

/** Only warns: this process counts in Redis as before, and the other one was started with the wrong settings. */
const createWarning = (ctx: AppContext) => (reason: string) =>
  ctx.log.warn({ reason }, "A process without Redis serves the same database; its rate limits are counted apart");
