import type { PayoutStatus } from "../states";

export const settlementStates = ["pending", "in_payout", "paid_out", "failed"] as const;
/** What became due to an account, until it has been paid out (D-39). It follows from the payout (D-64). */
export type SettlementStatus = (typeof settlementStates)[number];

const statusByPayout: Readonly<Record<PayoutStatus, SettlementStatus>> = {
  prepared: "pending",
  withdrawn: "pending",
  approved: "in_payout",
  sent: "in_payout",
  paid_out: "paid_out",
  failed: "failed",
};

/**
 * Returns the status of a settlement.
 * @param newest the status of the newest payout of its chain; null where no payout has collected it
 */
export const toSettlementStatus = (newest: PayoutStatus | null): SettlementStatus =>
  newest === null ? "pending" : statusByPayout[newest];
