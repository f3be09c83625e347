import type { ExportedHead } from "@/server/domain/audit/heads";
import { listAuditHeads } from "@/server/store/audit/audit-chain";
import { type AuditRow, type AuditSelection, listAllUsers, listAuditRows } from "@/server/store/audit/audit-list";
import type { AuditDetail } from "@/server/store/audit/audit-log";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** `unfinished`: the action has begun and its outcome was never written; it may or may not have been done. */
type AuditedOutcome = "done" | "refused" | "unfinished";

/** Lists actions of an account's audit log, the newest first (S36). */
export async function listAudit(ctx: Ctx, selection: Omit<AuditSelection, "scope"> & { partnerId: PartnerId }) {
  const { partnerId, countMax, ...filters } = selection;
  const rows = await listAuditRows(ctx.db, { ...filters, scope: partnerId, countMax: countMax + 1 });
  const page = rows.slice(0, countMax);
  return {
    items: page.map(toAuditedAction),
    nextCursor: rows.length > countMax ? String(page.at(-1)?.number) : null,
  };
}

const toAuditedAction = ({ outcome, hash, detail, ...row }: AuditRow) => ({
  ...row,
  outcome: (outcome === "begun" ? "unfinished" : outcome) as AuditedOutcome,
  detail: detail as AuditDetail,
  /** The hash of the action's newest entry, in hex. */
  hash: Buffer.from(hash).toString("hex"),
});

/** Lists all present and former users of an account, for the audit log's filter. */
export const listActors = async (ctx: Ctx, { partnerId }: { readonly partnerId: PartnerId }) =>
  (await listAllUsers(ctx.db, partnerId)).map(({ id, name, email, removedAt }) => ({
    userId: id,
    name,
    email,
    isRemoved: removedAt !== null,
  }));

/** Lists the newest entry of each audit log, in the form in which it is exported (D-302). */
export const listHeads = async (ctx: Ctx): Promise<ExportedHead[]> =>
  (await listAuditHeads(ctx.db)).map(({ hash, ...head }) => ({ ...head, mac: Buffer.from(hash).toString("hex") }));
