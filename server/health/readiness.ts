import { setTimeout as sleep } from "node:timers/promises";
import { mayTakeRequests } from "@/server/domain/operations/installation-check";
import { notReady, type Readiness } from "@/server/front/runtime-handle";
import { listAppliedMigrations } from "@/server/store/installation";
import type { Ctx } from "@/server/usecases/ctx";
import { examineInstallation } from "@/server/usecases/operations/examine-installation";

export interface ReadinessSettings {
  /** Whether the background functions run. */
  areJobsAlive(): boolean;
  /** Whether Redis answers, within half a second; null where none is configured. */
  isRedisAnswering(): Promise<boolean | null>;
  /** How often the items are examined that money depends on, ms. */
  readonly everyMs?: number;
  /** The longest wait of a probe for the database, ms. A probe itself waits a few seconds at most. */
  readonly deadlineMs?: number;
}

export interface ReadinessWatch {
  /** Answers within the deadline. Never rejects. */
  read(): Promise<Readiness>;
  stop(): void;
}

/**
 * Watches whether this process should get requests (D-325). A probe asks the database; what changes rarely and costs
 * more is examined between the probes, and a failure of it is logged when it begins and when it ends.
 */
export function watchReadiness(ctx: Ctx, settings: ReadinessSettings): ReadinessWatch {
  const { areJobsAlive, isRedisAnswering, everyMs = 30_000, deadlineMs = 2_000 } = settings;
  let isSound = true;

  const examine = async (): Promise<void> => {
    const checks = await examineInstallation(ctx, { withSurroundings: false });
    const wasSound = isSound;
    isSound = mayTakeRequests(checks);
    if (isSound === wasSound) return;
    const found = checks.filter(({ state }) => state === "failed");
    if (isSound) ctx.log.info({}, "The installation is sound again; this process takes requests");
    else ctx.log.error({ found }, "The installation is not sound; this process takes no requests");
  };
  // While the database does not answer, the probe itself says so.
  const timer = setInterval(() => void examine().catch(() => undefined), everyMs).unref();

  const readDatabase = async () => {
    const applied = await listAppliedMigrations(ctx.db);
    return { database: true, migrations: ctx.installation.migrations.every((name) => applied.has(name)) };
  };
  return {
    async read() {
      const silent = { database: false, migrations: false };
      const late = sleep(deadlineMs, silent, { ref: false });
      const [database, redis] = await Promise.all([
        Promise.race([readDatabase(), late]).catch(() => silent),
        isRedisAnswering(),
      ]);
      const parts = { ...notReady, ...database, jobs: areJobsAlive(), installation: isSound };
      return redis === null ? parts : { ...parts, redis };
    },
    stop: () => clearInterval(timer),
  };
}
