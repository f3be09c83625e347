import { findPayoutObstacle } from "./payout-obstacle";
import type { PayoutDetail } from "./payout-types";

/** What people can do with a payout. */
export type PayoutAction = "propose" | "withdraw" | "paid" | "failed" | "reissue";

/** Lists what the state of a payout allows; the main action comes last. */
export function listPayoutActions(payout: PayoutDetail): readonly PayoutAction[] {
  switch (payout.status) {
    case "prepared":
      return findPayoutObstacle(payout) === null ? ["withdraw", "propose"] : ["withdraw"];
    case "approved":
      // What is in a file ends by what the bank does with it.
      return payout.fileId === null ? ["failed"] : [];
    case "sent":
      return ["failed", "paid"];
    case "failed":
      return hasLiveReissue(payout) ? [] : ["reissue"];
    default:
      return [];
  }
}

/** Returns whether the payout was issued again and that was not withdrawn. The chain is in the order of its making. */
function hasLiveReissue({ payoutId, chain }: Pick<PayoutDetail, "payoutId" | "chain">): boolean {
  const own = chain.findIndex((link) => link.payoutId === payoutId);
  return chain.slice(own + 1).some(({ status }) => status !== "withdrawn");
}
