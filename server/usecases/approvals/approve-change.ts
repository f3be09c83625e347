import type { ChangedField } from "@/server/domain/approvals/change-list";
import { AppError } from "@/server/domain/errors";
import {
  type ChangeRow,
  type ChangeWithPeople,
  lockApprover,
  moveChange,
  recordPerformed,
} from "@/server/store/approvals/changes";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { hasEnoughApprovers } from "./shared/enough-approvers";
import {
  createDecidedError,
  getKind,
  getWaitingChange,
  requireSecondPerson,
  toProposed,
} from "./shared/waiting-change";

export interface ApproveChangeInput {
  readonly changeId: string;
  /** The id of the person of staff who approves; null for the operator of the host (D-67). */
  readonly staffId: string | null;
  /** The note of the decision; required for the operator. */
  readonly note: string | null;
}

export interface ApprovedChange {
  readonly change: ChangeWithPeople;
  readonly fields: readonly ChangedField[];
  /** The error code with which the work after the approval failed; null where it did not. */
  readonly failureCode: string | null;
}

/**
 * Approves a change and makes it, in one transaction; then does the work that must not run in one, whose failure is
 * recorded at the change (D-67). Returns the change, its values before and after,
 * and the code of that failure. The caller writes the audit entry.
 * Throws not_found, change_decided, second_person_required, validation_error (the operator gave no note), and what the
 * kind refuses.
 */
export async function approveChange(
  ctx: Ctx,
  { changeId, staffId, note }: ApproveChangeInput,
): Promise<ApprovedChange> {
  const change = await getWaitingChange(ctx, changeId);
  if (staffId === null) await requireOperatorMayApprove(ctx, change, note);
  const kind = getKind(change);
  const proposed = toProposed(ctx, change, staffId);
  await kind.check(ctx, proposed);
  const fields = await kind.describe(ctx, proposed);
  await inTx(ctx.db, async (tx) => {
    if (staffId !== null) requireSecondPerson(ctx, await lockApprover(tx, staffId), change);
    const decision = { decidedBy: staffId, decidedAt: ctx.clock.now(), decisionNote: note };
    if (!(await moveChange(tx, changeId, "approved", decision))) throw createDecidedError(changeId);
    await kind.apply?.(ctx, tx, proposed);
  });
  ctx.log.warn({ changeId, kind: change.kind, subject: change.subject }, "A change of two people was approved");
  const failureCode = kind.perform ? await performWork(ctx, changeId, () => kind.perform?.(ctx, proposed)) : null;
  return { change, fields, failureCode };
}

async function performWork(ctx: Ctx, changeId: string, perform: () => Promise<void> | undefined) {
  let failureCode: string | null = null;
  try {
    await perform();
  } catch (error) {
    failureCode = error instanceof AppError ? error.code : "internal_error";
    ctx.log.error({ err: error, changeId }, "The work of an approved change failed");
  }
  await recordPerformed(ctx.db, changeId, ctx.clock.now(), failureCode);
  return failureCode;
}

/**
 * Checks that fewer than two people may decide on the kind of change: until then the operator of the host is the second
 * person (D-67). Throws second_person_required and validation_error.
 */
async function requireOperatorMayApprove(ctx: Ctx, change: ChangeRow, note: string | null): Promise<void> {
  if (!note?.trim()) throw new AppError("validation_error", "The operator has to give a reason");
  if (!(await hasEnoughApprovers(ctx, getKind(change).permission))) return;
  throw new AppError("second_person_required", "Two people of staff may decide; one of them has to");
}
