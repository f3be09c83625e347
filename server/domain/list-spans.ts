import { istanbulDayStart, istanbulMonthStart, istanbulWeekStart } from "./business-day";
import { days, plusMs } from "./clock";

// The spans of days by which lists are filtered. Days are days in Istanbul.

/** Spans that move with the present day. The address of a list keeps the word, so a saved address stays relative. */
export const spanWords = [
  "today",
  "yesterday",
  "this_week",
  "this_month",
  "last_month",
  "last_7_days",
  "last_30_days",
] as const;
export type SpanWord = (typeof spanWords)[number];

/** Whole days, `YYYY-MM-DD`, both included. A null end is open; at least one end is set. */
export interface DayRange {
  readonly fromDay: string | null;
  readonly toDay: string | null;
}

export type Span = SpanWord | DayRange;

/** Instants (UTC): `from` is included, `to` is not. A null end is open. */
export interface TimeRange {
  readonly from: Date | null;
  readonly to: Date | null;
}

/**
 * Converts a span to instants.
 * @param now the present time of the product's clock, which decides what "today" is
 */
export function toTimeRange(span: Span, now: Date): TimeRange {
  if (typeof span === "string") return wordRanges[span](now);
  const { fromDay, toDay } = span;
  return {
    from: fromDay === null ? null : dayStart(fromDay),
    to: toDay === null ? null : plusMs(dayStart(toDay), days(1)),
  };
}

/** Returns the `count` days that end with the day of `now`. */
const lastDays = (count: number, now: Date): TimeRange => ({
  from: plusMs(istanbulDayStart(now), days(1 - count)),
  to: plusMs(istanbulDayStart(now), days(1)),
});

const upTo = (start: Date, now: Date): TimeRange => ({ from: start, to: lastDays(1, now).to });

const wordRanges: Readonly<Record<SpanWord, (now: Date) => TimeRange>> = {
  today: (now) => lastDays(1, now),
  yesterday: (now) => lastDays(1, plusMs(now, -days(1))),
  this_week: (now) => upTo(istanbulWeekStart(now), now),
  this_month: (now) => upTo(istanbulMonthStart(now), now),
  last_month(now) {
    const to = istanbulMonthStart(now);
    return { from: istanbulMonthStart(plusMs(to, -1)), to };
  },
  last_7_days: (now) => lastDays(7, now),
  last_30_days: (now) => lastDays(30, now),
};

/** Returns the start (UTC) of a day in Istanbul, which is three hours ahead of UTC all year (D-25). */
const dayStart = (day: string): Date => new Date(`${day}T00:00:00.000+03:00`);

/** Reads a day of an address. Returns null for any other text and for a day that is not on the calendar. */
export function readDay(text: string | undefined): string | null {
  if (text === undefined || !/^[12]\d{3}-\d\d-\d\d$/.test(text)) return null;
  const noon = new Date(`${text}T12:00:00.000Z`);
  return !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(text) ? text : null;
}
