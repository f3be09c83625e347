import type { ChangedField, ChangeFilters, ChangeKindName } from "@/server/domain/approvals/change-list";
import { cursorCodec, idPart, instantPart } from "@/server/domain/list-cursor";
import type { SecondPersonFault } from "@/server/domain/people/second-person";
import {
  type ChangePosition,
  type ChangeWithPeople,
  countWaitingChanges,
  getChange,
  listApprovers,
  listChangeRows,
} from "@/server/store/approvals/changes";
import type { Ctx } from "../ctx";
import { hasEnoughApprovers } from "./shared/enough-approvers";
import { findDecisionFault, getKind, toProposed } from "./shared/waiting-change";

const cursors = cursorCodec<ChangePosition>({ proposedAt: instantPart, id: idPart("chg_") });

/** The only order of the list, which its cursors name. */
const order = "-proposed";

/** Lists a page of the changes that need two people, the newest first. An invalid cursor starts at the first page. */
export async function listChanges(
  ctx: Ctx,
  { filters, cursor, countMax }: { filters: ChangeFilters; cursor: string | null; countMax: number },
) {
  const after = cursor === null ? null : cursors.read(order, cursor);
  const rows = await listChangeRows(ctx.db, { filters, after, countMax: countMax + 1 });
  const page = rows.slice(0, countMax);
  const last = rows.length > countMax ? page.at(-1) : undefined;
  return { items: page.map(toItem), nextCursor: last ? cursors.write(order, last) : null };
}

/** Returns the shown fields of a change; its values and its secret are not among them. */
const toItem = (row: ChangeWithPeople) => ({
  changeId: row.id,
  kind: row.kind as ChangeKindName,
  subject: row.subject,
  partner: row.partnerId === null ? null : { partnerId: row.partnerId, name: row.partner?.name ?? row.partnerId },
  status: row.status,
  reason: row.reason,
  evidence: row.evidence,
  proposedBy: row.proposer.name || row.proposer.email,
  proposedAt: row.proposedAt,
  /** The person who decided; null while the change waits, and for the operator of the host. */
  decidedBy: row.decider ? row.decider.name || row.decider.email : null,
  decidedAt: row.decidedAt,
  decisionNote: row.decisionNote,
  failureCode: row.failureCode,
});

export type ChangeItem = ReturnType<typeof toItem>;

/**
 * Returns a change with what it changes, and why the reader may not decide on it. While the change waits, the values
 * before are those of now; later they are those of the proposal. Throws not_found.
 */
export async function getChangeDetail(
  ctx: Ctx,
  { changeId, staffId }: { readonly changeId: string; readonly staffId: string },
): Promise<
  ChangeItem & {
    readonly isMine: boolean;
    readonly fault: SecondPersonFault | null;
    /** Whether the change waits and too few people may decide, so the operator of the host is the second person. */
    readonly waitsForOperator: boolean;
    readonly fields: readonly ChangedField[];
  }
> {
  const row = await getChange(ctx.db, changeId);
  const reader = (await listApprovers(ctx.db)).find(({ id }) => id === staffId);
  return {
    ...toItem(row),
    isMine: row.proposedBy === staffId,
    fault: reader ? findDecisionFault(reader, row, ctx.realTime.now()) : "no_permission",
    waitsForOperator: row.status === "waiting" && !(await hasEnoughApprovers(ctx, getKind(row).permission)),
    fields: row.status === "waiting" ? await getKind(row).describe(ctx, toProposed(ctx, row)) : readFields(row),
  };
}

const readFields = ({ fields }: ChangeWithPeople): ChangedField[] => fields as unknown as ChangedField[];

/** Counts the changes that wait for a decision; of one account, or of all with null. */
export const countWaiting = (ctx: Ctx, { partnerId }: { readonly partnerId: string | null }): Promise<number> =>
  countWaitingChanges(ctx.db, partnerId);
