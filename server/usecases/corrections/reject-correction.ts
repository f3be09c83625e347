import { AppError } from "@/server/domain/errors";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { moveCorrection } from "@/server/store/corrections/corrections";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { getStaffFor, proveStaff } from "../people/prove-staff";
import { type DecideOnCorrectionInput, decidedBefore, requireOther } from "./approve-correction";

/**
 * Rejects a correction that somebody else proposed (D-75): nothing changes but its status, and a payment that is held stays
 * held. Throws sensitive_data_not_allowed, not_found and access_denied (of the person, also for the proposer),
 * validation_error where it does not wait any more.
 */
export async function rejectCorrection(
  ctx: Ctx,
  { correctionId, reason, by }: DecideOnCorrectionInput & { readonly reason: string },
): Promise<void> {
  if (isSensitiveText(reason)) throw new AppError("sensitive_data_not_allowed");
  const decider = await getStaffFor(ctx, "books.correct", by);
  await requireOther(ctx, correctionId, decider.id);
  await inTx(ctx.db, async (tx) => {
    await proveStaff(ctx, tx, decider, by);
    const decision = { decidedBy: decider.id, decidedAt: ctx.clock.now(), decisionNote: reason };
    if (!(await moveCorrection(tx, correctionId, "rejected", decision))) throw decidedBefore(correctionId);
  });
}
