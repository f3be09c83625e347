import { choiceFilter, choicesFilter, searchFilter } from "../list-filters";
import { type AppliedFilters, declareList } from "../lists";

export const partnerStates = ["active", "suspended", "closed"] as const;

export type PartnerState = (typeof partnerStates)[number];

/** Whether new payments are accepted, or an acceptance hold refuses them (§5). */
export const acceptances = ["open", "held"] as const;

/** The list of merchants in the back-office. Of an API key only the prefix leaves the field: the rest is a secret. */
export const partnerList = declareList({
  filters: {
    text: searchFilter("q", {
      max: 256,
      clean: (text) => text.replace(/\b(sk_(?:test|live)_[A-Za-z0-9]{8})\S*/g, "$1"),
    }),
    status: choicesFilter("status", partnerStates),
    acceptance: choiceFilter("acceptance", acceptances),
  },
  sorts: { created: "time" },
  hasOneOrder: true,
});

/** The filters of the list. The search is passed on separately, because it has several meanings. */
export type PartnerFilters = Omit<AppliedFilters<typeof partnerList>, "text">;
