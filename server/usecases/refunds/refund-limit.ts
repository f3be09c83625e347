import { panelAccess } from "@/server/domain/people/access";
import { changeLimit, limitAt } from "@/server/domain/refunds/refund-approval";
import { inTx } from "@/server/store/db";
import { countOthers, lockPartner } from "@/server/store/people/team";
import { readApprovalLimit, saveApprovalLimit } from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export interface RefundLimit {
  /** The amount in kuruş above which a refund from the panel needs a second person; null means that none does. */
  readonly limit: bigint | null;
  /** The looser limit that will take effect, and when (UTC); null when no change is planned. */
  readonly next: { readonly limit: bigint | null; readonly at: Date } | null;
  /** The number of other users who could approve a request of this user. */
  readonly otherDeciders: number;
}

/** Returns the account's limit that applies now and the planned change. */
export async function getRefundLimit(
  ctx: Ctx,
  { partnerId, userId }: { readonly partnerId: PartnerId; readonly userId: string },
): Promise<RefundLimit> {
  const roles = panelAccess["refund.decide"];
  const [kept, otherDeciders] = await Promise.all([
    readApprovalLimit(ctx.db.prisma, partnerId),
    countOthers(ctx.db.prisma, partnerId, { roles, except: userId }),
  ]);
  const now = ctx.clock.now();
  const isToCome = kept.nextAt !== null && kept.nextAt > now;
  const next = isToCome && kept.nextAt ? { limit: kept.nextKurus, at: kept.nextAt } : null;
  return { limit: limitAt(kept, now), next, otherDeciders };
}

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
