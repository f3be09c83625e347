import { panelAccess } from "@/server/domain/people/access";
import { changedLimit, limitAt } from "@/server/domain/refunds/refund-approval";
import { inTx } from "@/server/store/db";
import { countOthers, lockPartner } from "@/server/store/people/team";
import { readApprovalLimit, saveApprovalLimit } from "@/server/store/refunds/refund-requests";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export interface RefundLimit {
  /** Above what a refund from the panel wants a second person, kuruş; null: none does. */
  readonly limit: bigint | null;
  /** The looser limit that is to hold, and from when; null: none is to come. */
  readonly next: { readonly limit: bigint | null; readonly at: Date } | null;
  /** How many others could be that person for whoever asks. */
  readonly otherDeciders: number;
}

/** The account's limit as it holds now, and what is to come. */
export async function getRefundLimit(
  ctx: Ctx,
  { partnerId, userId }: { readonly partnerId: PartnerId; readonly userId: string },
): Promise<RefundLimit> {
  const roles = panelAccess["refund.decide"];
  const [kept, otherDeciders] = await Promise.all([
    readApprovalLimit(ctx.db.prisma, partnerId),
    countOthers(ctx.db.prisma, partnerId, { roles, beside: userId }),
  ]);
  const now = ctx.clock.now();
  const isToCome = kept.nextAt !== null && kept.nextAt > now;
  const next = isToCome && kept.nextAt ? { limit: kept.nextKurus, at: kept.nextAt } : null;
  return { limit: limitAt(kept, now), next, otherDeciders };
}

/**
 * Sets it: a stricter limit holds at once, a looser one a day later, when the others have had time to see it (S32). Requests
 * that wait go on waiting. Answers from when it holds.
 */
export const setRefundLimit = (
  ctx: Ctx,
  { partnerId, limitKurus }: { readonly partnerId: PartnerId; readonly limitKurus: bigint | null },
): Promise<{ holdsFrom: Date }> =>
  inTx(ctx.db, async (tx) => {
    await lockPartner(tx, partnerId);
    const now = ctx.clock.now();
    const changed = changedLimit(await readApprovalLimit(tx, partnerId), limitKurus, now);
    await saveApprovalLimit(tx, partnerId, changed);
    return { holdsFrom: changed.nextAt ?? now };
  });
