import { amountFilter, choiceFilter, choicesFilter, idFilter, searchFilter, spanFilter } from "../list-filters";
import { type AppliedFilters, declareList, type ListSort } from "../lists";
import { paymentStates } from "../states";
import { paymentSources, refundedStates } from "./payment-filters";
import { holdsCardNumber, searchMax } from "./payment-search";

/** The list of an account's payments. A text that holds a card number is never searched for nor kept (S1). */
export const paymentList = declareList({
  filters: {
    search: searchFilter("q", { max: searchMax, refuses: holdsCardNumber }),
    status: choicesFilter("status", paymentStates),
    created: spanFilter(),
    amount: amountFilter(),
    refunded: choiceFilter("refunded", refundedStates),
    terminalId: idFilter("terminal"),
    linkId: idFilter("link"),
    source: choiceFilter("source", paymentSources),
  },
  sorts: { created: "time", amount: "amount" },
});

/** The filters of the list and of its file. The search is passed on separately, because it has several meanings. */
export type PaymentFilters = Omit<AppliedFilters<typeof paymentList>, "search">;

export type PaymentSort = ListSort<typeof paymentList>;
