import { sealAuditLogs } from "@/server/store/audit/audit-chain";
import type { Ctx } from "../ctx";

/**
 * Seals the entries without a key of every audit log (D-301), once after the upgrade that brought the keys. Returns how
 * many logs were sealed.
 */
export const sealAudit = (ctx: Ctx): Promise<number> =>
  sealAuditLogs(ctx.db, ctx.auditKeys, { kind: "system", id: null, name: "operator" }, ctx.clock.now());
