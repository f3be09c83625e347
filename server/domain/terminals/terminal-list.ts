import { choiceFilter, choicesFilter, idFilter, searchFilter } from "../list-filters";
import { type AppliedFilters, declareList } from "../lists";
import { terminalProviders } from "./terminal-inputs";

/**
 * What a terminal can do: take payments, take none because it is off, or none yet because it has no bank connection or
 * none that has gone live.
 */
export const terminalStates = ["active", "off", "set_up"] as const;
export type TerminalState = (typeof terminalStates)[number];

/** The list of terminals of all merchants in the back-office. */
export const terminalList = declareList({
  filters: {
    text: searchFilter("q", { max: 128 }),
    state: choicesFilter("state", terminalStates),
    bank: idFilter("bank"),
    provider: choiceFilter("provider", terminalProviders),
    partner: idFilter("partner"),
  },
  sorts: { created: "time" },
});

export type TerminalFilters = AppliedFilters<typeof terminalList>;
