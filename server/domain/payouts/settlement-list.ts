import { amountFilter, choicesFilter, spanFilter } from "../list-filters";
import { type AppliedFilters, declareList, type ListSort } from "../lists";

/** The movements of money that a settlement can book. */
export const settlementKinds = [
  "capture",
  "void",
  "credit",
  "chargeback",
  "chargeback_reversal",
  "correction",
] as const;

export type SettlementKind = (typeof settlementKinds)[number];

/**
 * The settlements of one due day or of one payout (D-39). The filter `net` compares amounts without their signs, so
 * that a refund is found by what went back.
 */
export const settlementList = declareList({
  filters: { kind: choicesFilter("kind", settlementKinds), net: amountFilter(), booked: spanFilter() },
  sorts: { booked: "time", net: "amount" },
});

export type SettlementFilters = AppliedFilters<typeof settlementList>;

export type SettlementSort = ListSort<typeof settlementList>;
