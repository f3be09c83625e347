import type { ChangeKindName } from "@/server/domain/approvals/change-list";
import { AppError } from "@/server/domain/errors";
import { mayAsStaff, type StaffRole } from "@/server/domain/people/access";
import { findSecondPersonFault, type SecondPersonFault } from "@/server/domain/people/second-person";
import { type ApproverRow, type ChangeRow, type ChangeWithPeople, getChange } from "@/server/store/approvals/changes";
import type { Ctx } from "@/server/usecases/ctx";
import { type AnyChangeKind, changePurpose, type ProposedChange } from "./change-kind";
import { kinds } from "./kinds";

export const getKind = ({ kind }: Pick<ChangeRow, "kind">): AnyChangeKind => kinds[kind as ChangeKindName];

/** Returns a stored change as its kind reads it. */
export function toProposed(ctx: Ctx, row: ChangeRow, decidedBy = row.decidedBy): ProposedChange<unknown> {
  const { id, partnerId, subject, payload, reason, evidence, proposedBy, sealed } = row;
  return {
    id,
    partnerId,
    subject,
    payload,
    reason,
    evidence,
    proposedBy,
    decidedBy,
    openSecret: () => (sealed ? ctx.vault.open(changePurpose(id), sealed) : null),
  };
}

export const createDecidedError = (changeId: string): AppError =>
  new AppError("change_decided", `${changeId} does not wait for a decision any more`);

/** Returns a change that waits for a decision. Throws not_found and change_decided. */
export async function getWaitingChange(ctx: Ctx, changeId: string): Promise<ChangeWithPeople> {
  const change = await getChange(ctx.db, changeId);
  if (change.status !== "waiting") throw createDecidedError(changeId);
  return change;
}

/** Finds why a person may not decide on a change at an instant of real time (D-67); null where the person may. */
export function findDecisionFault(
  person: ApproverRow,
  change: Pick<ChangeRow, "kind" | "proposedBy">,
  now: Date,
): SecondPersonFault | null {
  if (!mayAsStaff(person.role as StaffRole, getKind(change).permission)) return "no_permission";
  return findSecondPersonFault(person, change.proposedBy, now);
}

/** Throws second_person_required where the person may not decide on the change. */
export function requireSecondPerson(
  ctx: Ctx,
  person: ApproverRow,
  change: Pick<ChangeRow, "kind" | "proposedBy">,
): void {
  const fault = findDecisionFault(person, change, ctx.realTime.now());
  if (fault !== null) throw new AppError("second_person_required", `${person.email}: ${fault}`);
}
