import { changeLimit } from "@/server/domain/refunds/refund-approval";
import { inTx } from "@/server/store/db";
import { lockPartner } from "@/server/store/people/team";
import { readApprovalLimit, saveApprovalLimit } from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

/**
 * Sets the limit and returns the instant from which it applies (UTC): a stricter limit immediately, a looser one a day
 * later, so that other users can notice it first (S32). Requests that already wait keep waiting.
 */
export const setRefundLimit = (
  ctx: Ctx,
  { partnerId, limitKurus }: { readonly partnerId: PartnerId; readonly limitKurus: bigint | null },
): Promise<{ holdsFrom: Date }> =>
  inTx(ctx.db, async (tx) => {
    await lockPartner(tx, partnerId);
    const now = ctx.clock.now();
    const changed = changeLimit(await readApprovalLimit(tx, partnerId), limitKurus, now);
    await saveApprovalLimit(tx, partnerId, changed);
    return { holdsFrom: changed.nextAt ?? now };
  });
