import type { InstallationCheck } from "@/server/domain/operations/installation-check";
import {
  judgeAuditLogs,
  judgeClock,
  judgeKeys,
  judgeMigrations,
  judgeRole,
} from "@/server/domain/operations/judge-installation";
import { listUnsealedLogs } from "@/server/store/audit/audit-chain";
import { findDatabaseRole } from "@/server/store/database-role";
import { listAppliedMigrations, readDatabaseClock } from "@/server/store/installation";
import type { Ctx } from "../ctx";
import { checkEncryptionKeys } from "./check-encryption-keys";

export interface ExamineInstallationInput {
  /** Whether also that is examined which lies around the database: proxies, Redis, certificates, mail and so on. */
  readonly withSurroundings: boolean;
}

/**
 * Examines what an installation needs and what does not show in its work until it is missing (D-326). Rejects when the
 * database does not answer.
 */
export async function examineInstallation(
  ctx: Ctx,
  { withSurroundings }: ExamineInstallationInput,
): Promise<InstallationCheck[]> {
  const { db, installation } = ctx;
  // The tables of the other items may be missing until the migrations are there.
  const applied = await listAppliedMigrations(db);
  const migrations = judgeMigrations(installation.migrations.filter((name) => !applied.has(name)));
  const surroundings = withSurroundings ? installation.examineSurroundings() : [];
  if (migrations.state === "failed") return [migrations, await examineClock(ctx), ...(await surroundings)];
  return [
    judgeKeys(await checkEncryptionKeys(ctx)),
    judgeRole(await findDatabaseRole(db), installation.allowDatabaseOwner),
    judgeAuditLogs((await listUnsealedLogs(db)).length),
    migrations,
    await examineClock(ctx),
    ...(await surroundings),
  ];
}

/** Compares the clock of this machine with the database's, whose answer is half a round trip old. */
async function examineClock({ db, realTime }: Ctx): Promise<InstallationCheck> {
  const before = realTime.now().getTime();
  const theirs = (await readDatabaseClock(db)).getTime();
  return judgeClock((before + realTime.now().getTime()) / 2 - theirs);
}
