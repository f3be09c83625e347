import { choicesFilter, spanFilter } from "../list-filters";
import { type AppliedFilters, declareList } from "../lists";
import { payoutItemStates } from "../states";

/** The list of an account's payouts (D-39). */
export const payoutList = declareList({
  filters: { status: choicesFilter("status", payoutItemStates), created: spanFilter() },
  sorts: { created: "time" },
  hasOneOrder: true,
});

export type PayoutFilters = AppliedFilters<typeof payoutList>;
