import { days, plusMs } from "../clock";
import { choiceFilter, choicesFilter, idFilter, spanFilter } from "../list-filters";
import { type Span, toTimeRange } from "../list-spans";
import { declareList } from "../lists";
import { statementBooks, statementDaysMax, statementKinds } from "./statement";

/** The lines of a statement (D-398), in the order of their instants. */
export const statementList = declareList({
  filters: {
    moved: spanFilter(),
    book: choiceFilter("book", statementBooks),
    kind: choicesFilter("kind", statementKinds),
    terminal: idFilter("terminal"),
  },
  sorts: { moved: "time" },
  hasOneOrder: true,
});

/**
 * Returns the days of a statement as instants (UTC): those of the span, without one this month. A span that is longer
 * than 92 days, or open, keeps its last days; one without an end, its first.
 * @param now the present time of the product's clock
 */
export function toStatementSpan(span: Span | null, now: Date): { readonly from: Date; readonly to: Date } {
  const { from, to } = toTimeRange(span ?? "this_month", now);
  if (to === null) return { from: from as Date, to: plusMs(from as Date, days(statementDaysMax)) };
  const first = plusMs(to, -days(statementDaysMax));
  return { from: from === null || from < first ? first : from, to };
}
