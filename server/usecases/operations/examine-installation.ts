import type { DatabaseRole } from "@/server/domain/database-role";
import { listUnsealedLogs } from "@/server/store/audit/audit-chain";
import { findDatabaseRole } from "@/server/store/database-role";
import type { Ctx } from "../ctx";
import { listEncryptionKeys } from "./list-encryption-keys";

export interface ExaminedInstallation {
  readonly role: DatabaseRole;
  /** The number of audit logs that end with an entry from before the keys (D-301). */
  readonly unsealedLogs: number;
  /** The encryption keys under which values are sealed and that were not given. */
  readonly missingKeys: readonly string[];
}

/** Examines what protects an installation but does not show in its work: the database role and the keys. */
export async function examineInstallation(ctx: Ctx): Promise<ExaminedInstallation> {
  const [role, unsealed, keys] = [
    await findDatabaseRole(ctx.db),
    await listUnsealedLogs(ctx.db),
    await listEncryptionKeys(ctx),
  ];
  const missingKeys = keys.filter((key) => key.role === "missing").map(({ keyId }) => keyId || "without a name");
  return { role, unsealedLogs: unsealed.length, missingKeys };
}
