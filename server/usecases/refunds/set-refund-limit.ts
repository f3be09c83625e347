import { AppError } from "@/server/domain/errors";
import { problem } from "@/server/domain/field-words";
import { changeApiApproval, changeLimit, limitAt } from "@/server/domain/refunds/refund-approval";
import { inTx } from "@/server/store/db";
import { lockPartner } from "@/server/store/people/team";
import {
  readApiApproval,
  readApprovalLimit,
  saveApiApproval,
  saveApprovalLimit,
} from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { hasEnoughDeciders } from "./shared/refund-deciders";

export interface SetRefundLimitInput {
  readonly partnerId: PartnerId;
  /** Kuruş; null where no refund needs a second person. */
  readonly limitKurus: bigint | null;
  /** Whether refunds through the API above the limit are refused (D-66); null leaves it as it is. */
  readonly inApi?: boolean | null;
}

/**
 * Sets the limit and returns the instant from which it applies (UTC): a stricter limit immediately, a looser one a day
 * later, so that other users can notice it first (S32). The same holds for its extension to the API. Requests that
 * already wait keep waiting. Throws validation_error where there was no limit and fewer than two members may decide as
 * second persons (D-67).
 */
export const setRefundLimit = (
  ctx: Ctx,
  { partnerId, limitKurus, inApi = null }: SetRefundLimitInput,
): Promise<{ holdsFrom: Date }> =>
  inTx(ctx.db, async (tx) => {
    await lockPartner(tx, partnerId);
    const now = ctx.clock.now();
    const former = await readApprovalLimit(tx, partnerId);
    const isSwitchedOn = limitAt(former, now) === null && limitKurus !== null;
    if (isSwitchedOn && !(await hasEnoughDeciders(ctx, tx, partnerId))) {
      const reason = problem("limit_needs_deciders");
      throw new AppError("validation_error", "Fewer than two may decide", { problem: reason });
    }
    const changed = changeLimit(former, limitKurus, now);
    await saveApprovalLimit(tx, partnerId, changed);
    if (inApi !== null) {
      await saveApiApproval(tx, partnerId, changeApiApproval(await readApiApproval(tx, partnerId), inApi, now));
    }
    return { holdsFrom: changed.nextAt ?? now };
  });
