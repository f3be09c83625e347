import type { Tx } from "@/server/store/db";
import { hasIban } from "@/server/store/partners/profiles";
import { getHeldLine } from "@/server/store/payouts/collection";
import { lockPayoutTerms } from "@/server/store/payouts/payout-terms";

/** What stands against the approval of a payout, by its error code. */
export type Obstacle = "payouts_held" | "payout_payment_held" | "payout_without_iban";

/**
 * Finds what stands against the approval of a payout: staff hold the account's payouts, bank and books contradict each
 * other about one of its payments (D-75), or the account has no IBAN. Null where nothing does. Locks the account's
 * terms.
 */
export async function findObstacle(
  tx: Tx,
  payout: { readonly partnerId: string; readonly rootId: string },
): Promise<Obstacle | null> {
  if ((await lockPayoutTerms(tx, payout.partnerId)).heldSince) return "payouts_held";
  if ((await getHeldLine(tx, payout.rootId)) !== null) return "payout_payment_held";
  return (await hasIban(tx, payout.partnerId)) ? null : "payout_without_iban";
}
