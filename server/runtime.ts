import type { AppContext } from "@/server/context";
import { getContext } from "@/server/context";
import { describeRole } from "@/server/domain/database-role";
import { describeUnusableKeys } from "@/server/domain/encryption-keys";
import { exportAuditHeadsAtStart } from "@/server/entry/jobs/audit-heads-functions";
import { authoriseSandboxPages } from "@/server/entry/jobs/authorise-sandbox-pages";
import { startJobs } from "@/server/entry/jobs/jobs";
import { planCheckAfterStart } from "@/server/entry/jobs/page-functions";
import { answerV1 } from "@/server/entry/v1/handle";
import type { Readiness, Runtime } from "@/server/front/runtime-handle";
import { listUnsealedLogs } from "@/server/store/audit/audit-chain";
import { findDatabaseRole } from "@/server/store/database-role";
import { closeDb } from "@/server/store/db";
import { holdProcessLock } from "@/server/store/process-lock";
import { checkEncryptionKeys } from "@/server/usecases/operations/check-encryption-keys";

/** Starts the background jobs. Throws an Error whose message is a plain sentence when this process must not run. */
export async function startRuntime(): Promise<Runtime> {
  const ctx = getContext();
  await assertMayServe(ctx);
  await ctx.sandboxTime?.load();
  await assertKeysFit(ctx);
  const lock = ctx.env.redisUrl
    ? null
    : await holdProcessLock({ databaseUrl: ctx.env.databaseUrl, onLost: createStop(ctx) });
  const jobs = await startJobs(ctx);
  exportAuditHeadsAtStart(ctx);
  await authoriseSandboxPages(ctx);
  const withdrawCheck = planCheckAfterStart(ctx);
  return {
    v1: answerV1,
    ready: () => readiness(ctx, jobs.alive()),
    async close() {
      withdrawCheck();
      await jobs.stop();
      await ctx.settled();
      await closeDb(ctx.db);
      await lock?.release();
    },
  };
}

/**
 * Refuses live mode with a database role that could change the audit log in spite of its triggers (D-305), and with
 * audit logs whose entries from before the keys are not sealed (D-301): a seal that a start wrote by itself would also
 * cover entries from which the keys were removed by force.
 */
async function assertMayServe({ env, db, log }: AppContext): Promise<void> {
  if (env.mode !== "live") return;
  const role = await findDatabaseRole(db);
  if (role.powers.length > 0) {
    const sentence = describeRole(role);
    if (!env.allowDatabaseOwner) throw new Error(`${sentence} ${advice}`);
    log.warn({ role: role.name, powers: role.powers }, `${sentence} ALLOW_DATABASE_OWNER allows it.`);
  }
  const unsealed = await listUnsealedLogs(db);
  if (unsealed.length === 0) return;
  throw new Error(
    `${unsealed.length} audit logs end with entries from before AUDIT_KEYS. Verify them, then run: npm run admin -- audit seal`,
  );
}

const advice =
  "Make roles with `npm run admin -- database roles` and give DATABASE_URL the application's, or set ALLOW_DATABASE_OWNER=1.";

/**
 * Refuses encryption keys that do not open what is stored (D-318): the product would look ready, fail wherever it needs
 * an old value, and seal new values under a second key.
 */
async function assertKeysFit(ctx: AppContext): Promise<void> {
  const unusable = await checkEncryptionKeys(ctx);
  const sentences = describeUnusableKeys(unusable);
  if (sentences.length > 0) throw new Error(`${sentences.join(" ")} Restore the key: ENCRYPTION_KEYS must contain it.`);
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
