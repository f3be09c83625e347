import type { DatabaseRole } from "@/server/domain/database-role";
import type { UnusableKeys } from "@/server/domain/encryption-keys";
import { listUnsealedLogs } from "@/server/store/audit/audit-chain";
import { findDatabaseRole } from "@/server/store/database-role";
import type { Ctx } from "../ctx";
import { checkEncryptionKeys } from "./check-encryption-keys";

export interface ExaminedInstallation {
  readonly role: DatabaseRole;
  /** The number of audit logs that end with an entry from before the keys (D-301). */
  readonly unsealedLogs: number;
  readonly unusableKeys: UnusableKeys;
}

/** Examines what protects an installation but does not show in its work: the database role and the keys. */
export async function examineInstallation(ctx: Ctx): Promise<ExaminedInstallation> {
  const [role, unsealed, unusableKeys] = [
    await findDatabaseRole(ctx.db),
    await listUnsealedLogs(ctx.db),
    await checkEncryptionKeys(ctx),
  ];
  return { role, unsealedLogs: unsealed.length, unusableKeys };
}
