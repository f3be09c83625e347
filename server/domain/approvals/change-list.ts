import { choiceFilter, choicesFilter } from "../list-filters";
import { type AppliedFilters, declareList } from "../lists";
import { changeStates } from "../states";

/** The kinds of change that need two people (D-67). */
export const changeKinds = [
  "bank_account",
  "capture_outcome",
  "partner_closing",
  "partner_iban",
  "partner_limits",
  "payouts",
  "refund_outcome",
  "tariff",
  "tariff_withdrawal",
  "terminal_limits",
] as const;
export type ChangeKindName = (typeof changeKinds)[number];

/** The list of changes that need two people, the newest first. */
export const changeList = declareList({
  filters: { status: choicesFilter("status", changeStates), kind: choiceFilter("kind", changeKinds) },
  sorts: { proposed: "time" },
  hasOneOrder: true,
});

export type ChangeFilters = AppliedFilters<typeof changeList>;

/** A value that a change replaces, as text; null stands for no value. */
export interface ChangedField {
  /** The name of the field, which the screen translates. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}
