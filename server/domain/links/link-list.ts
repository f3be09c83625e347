import { amountFilter, choicesFilter, spanFilter } from "../list-filters";
import { type AppliedFilters, declareList, type ListSort } from "../lists";
import { linkStates } from "../states";

/** The list of an account's payment links in the panel. */
export const linkList = declareList({
  filters: {
    status: choicesFilter("status", linkStates),
    created: spanFilter(),
    amount: amountFilter(),
  },
  sorts: { created: "time", amount: "amount" },
});

export type LinkFilters = AppliedFilters<typeof linkList>;
export type LinkSort = ListSort<typeof linkList>;
