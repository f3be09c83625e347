import type { ListedPayout } from "./payout-types";

/** What keeps a prepared payout from being proposed, as far as the back-office can see it. */
export type PayoutObstacle = "held" | "noIban" | "proposed";

/** Finds what keeps a payout from being proposed; null where nothing does, and for a payout that is approved. */
export function findPayoutObstacle({
  status,
  isHeld,
  ibanMasked,
  waitingChangeId,
}: Pick<ListedPayout, "status" | "isHeld" | "ibanMasked" | "waitingChangeId">): PayoutObstacle | null {
  if (status !== "prepared") return null;
  if (isHeld) return "held";
  if (ibanMasked === null) return "noIban";
  return waitingChangeId === null ? null : "proposed";
}

/** Returns whether a payout can be proposed. One obstacle would make the server refuse the whole proposal. */
export const isProposable = (payout: ListedPayout): boolean =>
  payout.status === "prepared" && findPayoutObstacle(payout) === null;
