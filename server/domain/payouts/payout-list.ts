import { choicesFilter, spanFilter } from "../list-filters";
import { type AppliedFilters, declareList } from "../lists";
import { payoutStates } from "../states";

/** The states of a payout that its merchant sees: one that was withdrawn has paid nothing and never will. */
export const shownPayoutStates = payoutStates.filter((state) => state !== "withdrawn");

/** The list of an account's payouts (D-39). */
export const payoutList = declareList({
  filters: { status: choicesFilter("status", shownPayoutStates), created: spanFilter() },
  sorts: { created: "time" },
  hasOneOrder: true,
});

export type PayoutFilters = AppliedFilters<typeof payoutList>;
