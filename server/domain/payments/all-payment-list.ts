import { amountFilter, choicesFilter, idFilter, searchFilter, spanFilter } from "../list-filters";
import { type AppliedFilters, declareList } from "../lists";
import { paymentStates } from "../states";
import { holdsCardNumber, searchMax } from "./payment-search";

/** The list of the payments of all accounts, for staff. A text that holds a card number is never searched for (S1). */
export const allPaymentList = declareList({
  filters: {
    search: searchFilter("q", { max: searchMax, refuses: holdsCardNumber }),
    status: choicesFilter("status", paymentStates),
    created: spanFilter(),
    amount: amountFilter(),
    partnerId: idFilter("partner"),
    terminalId: idFilter("terminal"),
  },
  sorts: { created: "time" },
  hasOneOrder: true,
});

/** The filters of the list. The search is passed on separately, because it has several meanings. */
export type AllPaymentFilters = Omit<AppliedFilters<typeof allPaymentList>, "search">;
