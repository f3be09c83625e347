import type { Env } from "@/server/env";

/** The migration that brought the keys of the audit log. */
const migration = "20261126102000_audit_keys";

/**
 * Seals the entries without a key of the audit logs when this start has applied the migration that brought the keys
 * (D-301). No other start does: an owner of the database could otherwise remove the keys from all entries and wait for
 * a restart. The imports are dynamic because they need the database client, which may be generated just before.
 */
export async function sealAuditAfter(applied: readonly string[], { databaseUrl, auditKeys }: Env): Promise<void> {
  if (!applied.includes(migration)) return;
  const [{ closeDb, createDb }, { sealAuditLogs }, { createAuditKeys }] = await Promise.all([
    import("../store/db"),
    import("../store/audit/audit-chain"),
    import("../domain/audit/chain"),
  ]);
  const db = createDb({ databaseUrl, connectionsMax: 1 });
  try {
    const keys = createAuditKeys(auditKeys.map(({ id, key }) => ({ id, key: Buffer.from(key.reveal(), "base64") })));
    await sealAuditLogs(db, keys, { kind: "system", id: null, name: "launcher" }, new Date());
  } finally {
    await closeDb(db);
  }
}
