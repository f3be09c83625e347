import { lockApprover, moveChange } from "@/server/store/approvals/changes";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { createDecidedError, getWaitingChange, requireSecondPerson } from "./shared/waiting-change";

export interface RejectChangeInput {
  readonly changeId: string;
  readonly staffId: string;
  /** The reason, for the proposer. */
  readonly note: string;
}

/**
 * Rejects a change that another person proposed; nothing changes (D-67). The caller writes the audit entry. Throws
 * not_found, change_decided and second_person_required.
 */
export async function rejectChange(ctx: Ctx, { changeId, staffId, note }: RejectChangeInput): Promise<void> {
  const change = await getWaitingChange(ctx, changeId);
  await inTx(ctx.db, async (tx) => {
    requireSecondPerson(ctx, await lockApprover(tx, staffId), change);
    const decision = { decidedBy: staffId, decidedAt: ctx.clock.now(), decisionNote: note };
    if (!(await moveChange(tx, changeId, "rejected", decision))) throw createDecidedError(changeId);
  });
}
