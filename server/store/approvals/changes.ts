import type { Prisma, StaffChange } from "@/prisma/generated/client";
import type { ChangeFilters, ChangeKindName } from "@/server/domain/approvals/change-list";
import { AppError } from "@/server/domain/errors";
import type { Approver } from "@/server/domain/people/second-person";
import { type ChangeStatus, changeTable, sourceStates } from "@/server/domain/states";
import type { Db, Tx } from "../db";

export type ChangeRow = StaffChange;

const withPeople = {
  proposer: { select: { email: true, name: true } },
  decider: { select: { email: true, name: true } },
  partner: { select: { name: true } },
} as const satisfies Prisma.StaffChangeInclude;

export type ChangeWithPeople = Prisma.StaffChangeGetPayload<{ include: typeof withPeople }>;

/** Returns a change by its id, with the people and the account. Throws not_found. */
export async function getChange(db: Db, id: string): Promise<ChangeWithPeople> {
  const found = await db.prisma.staffChange.findUnique({ where: { id }, include: withPeople });
  if (!found) throw new AppError("not_found", `There is no change ${id}`);
  return found;
}

export interface ChangePosition {
  readonly proposedAt: Date;
  readonly id: string;
}

/** Lists a page of changes, the newest first. */
export const listChangeRows = (
  db: Db,
  { filters, after, countMax }: { filters: ChangeFilters; after: ChangePosition | null; countMax: number },
): Promise<ChangeWithPeople[]> =>
  db.prisma.staffChange.findMany({
    where: {
      ...(filters.status && { status: { in: [...filters.status] } }),
      ...(filters.kind && { kind: filters.kind }),
      ...(after && {
        OR: [{ proposedAt: { lt: after.proposedAt } }, { proposedAt: after.proposedAt, id: { lt: after.id } }],
      }),
    },
    orderBy: [{ proposedAt: "desc" }, { id: "desc" }],
    take: countMax,
    include: withPeople,
  });

/** Lists the changes that wait for a decision on one subject. */
export const listWaitingOf = (db: Db, subject: string): Promise<ChangeRow[]> =>
  db.prisma.staffChange.findMany({ where: { subject, status: "waiting" }, orderBy: { id: "asc" } });

/** Counts the changes that wait for a decision; of an account, or of all with null. */
export const countWaitingChanges = (db: Db, partnerId: string | null): Promise<number> =>
  db.prisma.staffChange.count({ where: { status: "waiting", ...(partnerId !== null && { partnerId }) } });

/** Finds the change of a kind that waits for a decision on a subject; null where none does. */
export async function findWaitingChange(tx: Tx, kind: ChangeKindName, subject: string): Promise<string | null> {
  const found = await tx.staffChange.findFirst({ where: { kind, subject, status: "waiting" }, select: { id: true } });
  return found?.id ?? null;
}

/** Inserts a proposal. Returns false where another change of the kind waits for the same subject. */
export async function insertChange(
  tx: Tx,
  proposal: Omit<Prisma.StaffChangeCreateManyInput, "status">,
): Promise<boolean> {
  const data = { ...proposal, status: changeTable.initial };
  const { count } = await tx.staffChange.createMany({ data: [data], skipDuplicates: true });
  return count === 1;
}

/** A decision on a change. `decidedBy` is null for the operator of the host. */
export interface ChangeDecision {
  readonly decidedBy: string | null;
  readonly decidedAt: Date;
  readonly decisionNote: string | null;
}

/**
 * Moves a change by a row of `changeTable` (R4), as a compare-and-set, and erases its secret. Returns false where the
 * change does not wait any more.
 */
export async function moveChange(
  tx: Tx,
  id: string,
  to: Exclude<ChangeStatus, "waiting">,
  decision: ChangeDecision,
): Promise<boolean> {
  const { count } = await tx.staffChange.updateMany({
    where: { id, status: { in: sourceStates(changeTable, to) } },
    data: { ...decision, status: to, sealed: null },
  });
  return count === 1;
}

/** Records the end of the work after an approval, once. */
export const recordPerformed = (db: Db, id: string, performedAt: Date, failureCode: string | null) =>
  db.prisma.staffChange.updateMany({
    where: { id, status: "approved", performedAt: null },
    data: { performedAt, failureCode },
  });

const approverColumns = {
  id: true,
  email: true,
  role: true,
  createdAt: true,
  emailProvedAt: true,
  totpSince: true,
  passkeySince: true,
  invitedBy: true,
} as const satisfies Prisma.StaffUserSelect;

export type ApproverRow = Approver & { readonly email: string; readonly role: string };

/** Lists the people of staff who were not removed. */
export const listApprovers = (db: Db): Promise<ApproverRow[]> =>
  db.prisma.staffUser.findMany({ where: { removedAt: null }, select: approverColumns });

/**
 * Returns a person of staff, whose row stays unchanged until the transaction ends. Throws access_denied where the
 * person was removed.
 */
export async function lockApprover(tx: Tx, userId: string): Promise<ApproverRow> {
  await tx.$queryRaw`select 1 from staff_user where id = ${userId} for share`;
  const person = await tx.staffUser.findFirst({ where: { id: userId, removedAt: null }, select: approverColumns });
  if (!person) throw new AppError("access_denied", `${userId} is not of staff any more`);
  return person;
}
