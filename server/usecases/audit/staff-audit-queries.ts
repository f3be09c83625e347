import type { AuditDetail } from "@/server/store/audit/audit-log";
import {
  listStaffAuditRows,
  type StaffAuditRow,
  type StaffAuditSelection,
} from "@/server/store/audit/staff-audit-list";
import type { Ctx } from "../ctx";

/** Lists actions of all audit logs, the newest first (S36). The cursor is the id of the last entry of a page. */
export async function listStaffAudit(ctx: Ctx, selection: StaffAuditSelection) {
  const { countMax } = selection;
  const rows = await listStaffAuditRows(ctx.db, { ...selection, countMax: countMax + 1 });
  const page = rows.slice(0, countMax);
  return {
    items: page.map(toAction),
    nextCursor: rows.length > countMax ? (page.at(-1)?.id ?? null) : null,
  };
}

/** The rows that are in memory at a time while a file is written. */
const rowsAtOnce = 500;

/** Reads actions of all audit logs page by page, for a file. */
export async function* exportStaffAudit(
  ctx: Ctx,
  selection: Omit<StaffAuditSelection, "before" | "countMax">,
): AsyncGenerator<AuditedStaffAction> {
  for (let before: string | null = null; ; ) {
    const page = await listStaffAudit(ctx, { ...selection, before, countMax: rowsAtOnce });
    yield* page.items;
    if (page.nextCursor === null) return;
    before = page.nextCursor;
  }
}

const toAction = ({ outcome, hash, detail, ...row }: StaffAuditRow) => ({
  ...row,
  outcome: outcome === "begun" ? ("unfinished" as const) : outcome,
  detail: detail as AuditDetail,
  /** The hash of the entry, in hex. */
  hash: Buffer.from(hash).toString("hex"),
});

export type AuditedStaffAction = ReturnType<typeof toAction>;
