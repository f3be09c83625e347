import { AppError } from "@/server/domain/errors";
import type { Tx } from "@/server/store/db";
import type { PayoutRecord } from "@/server/store/payouts/payout-moves";
import { findPayoutForMove } from "@/server/store/payouts/payouts";

/** Returns a payout, whose row is locked until the transaction ends. Throws not_found. */
export async function getPayoutForMove(tx: Tx, payoutId: string): Promise<PayoutRecord> {
  const payout = await findPayoutForMove(tx, payoutId);
  if (!payout) throw new AppError("not_found", `There is no payout ${payoutId}`);
  return payout;
}
