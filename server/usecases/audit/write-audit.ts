import { type AuditActor, insertAuditEntry, type NewAuditEntry } from "@/server/store/audit/audit-log";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";

export type { AuditActor, NewAuditEntry };

/** Adds an entry to the audit log of an account or of the staff (S36). */
export const writeAudit = (ctx: Ctx, entry: NewAuditEntry): Promise<void> =>
  inTx(ctx.db, (tx) => insertAuditEntry(tx, ctx.auditKeys, entry, ctx.clock.now()));
