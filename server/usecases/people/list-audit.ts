import {
  type AuditRow,
  type AuditSelection,
  listAuditRows,
  listEverybody,
} from "@/server/store/people/audit-list";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/** `unfinished`: begun, and its outcome was never written; it may or may not have been done. */
export type AuditedOutcome = "done" | "refused" | "unfinished";

/** Actions of an account's audit log, the newest first (S36). */
export async function listAudit(
  ctx: Ctx,
  selection: Omit<AuditSelection, "scope"> & { partnerId: PartnerId },
) {
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
  detail: detail as Readonly<Record<string, string | number | boolean | null | readonly string[]>>,
  /** Of the newest of its entries, in hex. */
  hash: Buffer.from(hash).toString("hex"),
});

/** Everybody who is or was of an account. */
export const listActors = async (ctx: Ctx, { partnerId }: { readonly partnerId: PartnerId }) =>
  (await listEverybody(ctx.db, partnerId)).map(({ id, name, email, removedAt }) => ({
    userId: id,
    name,
    email,
    isRemoved: removedAt !== null,
  }));
