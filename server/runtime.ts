import type { AppContext } from "@/server/context";
import { getContext } from "@/server/context";
import { startJobs } from "@/server/entry/jobs/jobs";
import { answerV1 } from "@/server/entry/v1/handle";
import type { WebAnswer, WebRequest } from "@/server/request-store";
import { closeDb } from "@/server/store/db";
import { holdProcessLock } from "@/server/store/process-lock";

/** What the custom server asks of the product. Handed over on the global object by `instrumentation.ts`. */
export interface Runtime {
  /** The merchant API, before the framework's router. */
  v1(request: WebRequest): Promise<WebAnswer>;
  ready(): Promise<{ database: boolean; migrations: boolean; jobs: boolean }>;
  /** Finishes what is under way and lets go of everything. */
  close(): Promise<void>;
}

/** Starts what runs beside requests. Throws an Error with a plain sentence when this process must not run. */
export async function startRuntime(): Promise<Runtime> {
  const ctx = getContext();
  await ctx.sandboxTime?.load();
  const lock = ctx.env.redisUrl
    ? null
    : await holdProcessLock({ databaseUrl: ctx.env.databaseUrl, onLost: stopBecause(ctx) });
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

/** Two processes with budgets of their own would let through twice as much: this one gives way. */
const stopBecause = (ctx: AppContext) => (reason: string) => {
  ctx.log.error({ reason }, "stopping: the database is served by another process");
  process.kill(process.pid, "SIGTERM");
};

async function readiness(ctx: AppContext, jobs: boolean) {
  try {
    const { rows } = await ctx.db.pool.query<{ open: number }>(
      "select count(*)::int as open from _prisma_migrations where finished_at is null and rolled_back_at is null",
    );
    return { database: true, migrations: rows[0]?.open === 0, jobs };
  } catch {
    return { database: false, migrations: false, jobs };
  }
}
