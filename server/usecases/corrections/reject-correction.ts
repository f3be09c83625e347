import { AppError } from "@/server/domain/errors";
import { isSensitiveText } from "@/server/domain/sensitive-text";
import { moveCorrection } from "@/server/store/corrections/corrections";
import { inTx } from "@/server/store/db";
import type { Ctx } from "../ctx";
import { getPermittedStaff, proveStaff } from "../people/shared/prove-staff";
import type { DecideOnCorrectionInput } from "./approve-correction";
import { createDecidedError, requireSecondPerson } from "./shared/waiting-correction";

/**
 * Rejects a correction that another person proposed (D-75). Only its status changes, and a held payment stays held.
 * Throws sensitive_data_not_allowed, not_found and access_denied (about the person), second_person_required (also for
 * the proposer), and change_decided where the correction does not wait any more.
 */
export async function rejectCorrection(
  ctx: Ctx,
  { correctionId, reason, by }: DecideOnCorrectionInput & { readonly reason: string },
): Promise<void> {
  if (isSensitiveText(reason)) throw new AppError("sensitive_data_not_allowed");
  const decider = await getPermittedStaff(ctx, "books.correct", by);
  await requireSecondPerson(ctx, correctionId, decider, by);
  await inTx(ctx.db, async (tx) => {
    await proveStaff(ctx, tx, decider, by);
    const decision = { decidedBy: decider.id, decidedAt: ctx.clock.now(), decisionNote: reason };
    if (!(await moveCorrection(tx, correctionId, "rejected", decision))) throw createDecidedError(correctionId);
  });
}
