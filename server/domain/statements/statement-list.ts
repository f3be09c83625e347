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

/** The days of a statement as instants (UTC), and whether days of the wanted span are left out. */
export interface StatementSpan {
  readonly from: Date;
  readonly to: Date;
  readonly isCut: boolean;
}

/**
 * Returns the days of a statement: those of the span, without one this month. A span that is longer than 92 days, or
 * has no first day, keeps its last days; one without a last day its first.
 * @param now the present time of the product's clock
 */
export function toStatementSpan(span: Span | null, now: Date): StatementSpan {
  const { from, to } = toTimeRange(span ?? "this_month", now);
  if (to === null) return { from: from as Date, to: plusMs(from as Date, days(statementDaysMax)), isCut: true };
  const first = plusMs(to, -days(statementDaysMax));
  const isCut = from === null || from < first;
  return { from: isCut ? first : from, to, isCut };
}
