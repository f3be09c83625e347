import { changeApiApproval, changeLimit } from "@/server/domain/refunds/refund-approval";
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
 * already wait keep waiting.
 */
export const setRefundLimit = (
  ctx: Ctx,
  { partnerId, limitKurus, inApi = null }: SetRefundLimitInput,
): Promise<{ holdsFrom: Date }> =>
  inTx(ctx.db, async (tx) => {
    await lockPartner(tx, partnerId);
    const now = ctx.clock.now();
    const changed = changeLimit(await readApprovalLimit(tx, partnerId), limitKurus, now);
    await saveApprovalLimit(tx, partnerId, changed);
    if (inApi !== null) {
      await saveApiApproval(tx, partnerId, changeApiApproval(await readApiApproval(tx, partnerId), inApi, now));
    }
    return { holdsFrom: changed.nextAt ?? now };
  });
