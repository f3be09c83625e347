import { istanbulDate, istanbulMonthStart } from "../business-day";
import { days, plusMs } from "../clock";

/** A calendar month in Istanbul, `YYYY-MM`. */
export type Month = string;

/** Reads a month. Returns null for any other text, and for a month that is not on the calendar. */
export const readMonth = (text: string | undefined): Month | null =>
  text !== undefined && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text) ? text : null;

/** Returns the month of an instant. */
export const monthAt = (instant: Date): Month => istanbulDate(instant).slice(0, 7);

/** Returns the month as instants (UTC): `from` belongs to it, and `to` does not. */
export function monthSpan(month: Month): { readonly from: Date; readonly to: Date } {
  const from = new Date(`${month}-01T00:00:00.000+03:00`);
  return { from, to: istanbulMonthStart(plusMs(from, days(32))) };
}

/** Lists the months from one to another, both included, the oldest first. */
export function listMonths(first: Month, last: Month): Month[] {
  const months: Month[] = [];
  for (let month = first; month <= last; month = monthAt(monthSpan(month).to)) months.push(month);
  return months;
}

/** Lists the days from one instant to another as dates in Istanbul, `YYYY-MM-DD`. Both instants are midnights there. */
export function listDates(from: Date, to: Date): string[] {
  const dates: string[] = [];
  for (let day = from; day < to; day = plusMs(day, days(1))) dates.push(istanbulDate(day));
  return dates;
}
