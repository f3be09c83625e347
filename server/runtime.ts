import type { AppContext } from "@/server/context";
import { getContext } from "@/server/context";
import { startJobs } from "@/server/entry/jobs/jobs";
import { answerV1 } from "@/server/entry/v1/handle";
import type { Readiness, Runtime } from "@/server/front/runtime-handle";
import { closeDb } from "@/server/store/db";
import { holdProcessLock } from "@/server/store/process-lock";

/** Starts the background jobs. Throws an Error whose message is a plain sentence when this process must not run. */
export async function startRuntime(): Promise<Runtime> {
  const ctx = getContext();
  await ctx.sandboxTime?.load();
  const lock = ctx.env.redisUrl
    ? null
    : await holdProcessLock({ databaseUrl: ctx.env.databaseUrl, onLost: createStop(ctx) });
  const jobs = await startJobs(ctx);
  return {
    v1: answerV1,
    ready: () => readiness(ctx, jobs.alive()),
    async close() {
      await jobs.stop();
      await ctx.settled();
      await closeDb(ctx.db);
      await lock?.release();
    },
  };
}

/**
 * Stops this process when another one has its lock: two processes with separate counters would allow twice the budgets.
 */
const createStop = (ctx: AppContext) => (reason: string) => {
  ctx.log.error({ reason }, "Stopping: another process serves the database");
  process.kill(process.pid, "SIGTERM");
};

async function readiness(ctx: AppContext, jobs: boolean): Promise<Readiness> {
  try {
    const { rows } = await ctx.db.pool.query<{ open: number }>(
      "select count(*)::int as open from _prisma_migrations where finished_at is null and rolled_back_at is null",
    );
    return { database: true, migrations: rows[0]?.open === 0, jobs };
  } catch {
    return { database: false, migrations: false, jobs };
  }
}
