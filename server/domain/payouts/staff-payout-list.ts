import { choicesFilter, idFilter, spanFilter } from "../list-filters";
import { type AppliedFilters, declareList } from "../lists";
import { payoutStates } from "../states";

/** The list of all accounts' payouts, for staff (D-392). */
export const staffPayoutList = declareList({
  filters: { status: choicesFilter("status", payoutStates), created: spanFilter(), partner: idFilter("partner") },
  sorts: { created: "time" },
  hasOneOrder: true,
});

export type StaffPayoutFilters = AppliedFilters<typeof staffPayoutList>;
