import { AppError } from "@/server/domain/errors";
import { moveChange } from "@/server/store/approvals/changes";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { createDecidedError, getWaitingChange } from "./shared/waiting-change";

/**
 * Withdraws a change that the same person proposed; nothing changes (D-67). The caller writes the audit entry. Throws
 * not_found, change_decided, and access_denied for anybody but the proposer.
 */
export async function withdrawChange(
  ctx: Ctx,
  { changeId, staffId }: { readonly changeId: string; readonly staffId: string },
): Promise<void> {
  const change = await getWaitingChange(ctx, changeId);
  if (change.proposedBy !== staffId) throw new AppError("access_denied", "Only the proposer withdraws a change");
  const decision = { decidedBy: staffId, decidedAt: ctx.clock.now(), decisionNote: null };
  await inTx(ctx.db, async (tx) => {
    if (!(await moveChange(tx, changeId, "withdrawn", decision))) throw createDecidedError(changeId);
  });
}
