import { type AuditActor, insertAuditEntry, type NewAuditEntry } from "@/server/store/people/audit-log";
import type { Ctx } from "../ctx";

export type { AuditActor, NewAuditEntry };

/** Adds an entry to an account's audit log (S36). */
export const writeAudit = (ctx: Ctx, entry: NewAuditEntry): Promise<unknown> =>
  insertAuditEntry(ctx.db.prisma, entry, ctx.clock.now());
