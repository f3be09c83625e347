import { findLegalTitle, listPayoutTotals, type PayoutTotal } from "@/server/store/payouts/payout-totals";
import type { PayoutRow } from "@/server/store/payouts/payouts";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";
import { getPayout } from "./queries";

/** What a notice of a payout says: the payout, and its settlements by the kinds of their movements. */
export interface PayoutNotice {
  readonly payout: PayoutRow;
  readonly totals: readonly PayoutTotal[];
  readonly legalTitle: string | null;
}

/** Returns what a notice of one payout says. Throws not_found. */
export async function getPayoutNotice(
  ctx: Ctx,
  { partnerId, payoutId }: { partnerId: PartnerId; payoutId: string },
): Promise<PayoutNotice> {
  const payout = await getPayout(ctx, { partnerId, payoutId });
  const [totals, legalTitle] = await Promise.all([
    listPayoutTotals(ctx.db, partnerId, payout.rootId),
    findLegalTitle(ctx.db, partnerId),
  ]);
  return { payout, totals, legalTitle };
}
