import { days, hours, minutes, plusMs } from "./clock";
import { movingHolidays, yearlyHolidays } from "./holidays";

/**
 * The offset of Istanbul from UTC in ms. It is a constant, because Turkey has kept UTC+3 all year since 2016 (D-25).
 */
export const istanbulOffsetMs = hours(3);

/** Shifts an instant so that the `getUTC*` methods of the result return its calendar fields in Istanbul. */
const inIstanbul = (instant: Date): Date => plusMs(instant, istanbulOffsetMs);

/** Returns the instant (UTC) at which the calendar day of `instant` began in Istanbul. */
export function istanbulDayStart(instant: Date): Date {
  const local = inIstanbul(instant);
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
  return new Date(midnight - istanbulOffsetMs);
}

/** Returns whether a text is a date of the calendar, `YYYY-MM-DD`. */
export function isCalendarDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Returns the date of an instant in Istanbul, `YYYY-MM-DD`. */
export const istanbulDate = (instant: Date): string => inIstanbul(instant).toISOString().slice(0, 10);

/** Returns the instant (UTC) at which the ISO week of `instant` began in Istanbul: Monday at midnight. */
export function istanbulWeekStart(instant: Date): Date {
  const daysSinceMonday = (inIstanbul(instant).getUTCDay() + 6) % 7;
  return plusMs(istanbulDayStart(instant), -days(daysSinceMonday));
}

/** Returns the instant (UTC) at which the month of `instant` began in Istanbul. */
export function istanbulMonthStart(instant: Date): Date {
  const local = inIstanbul(instant);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - istanbulOffsetMs);
}

/** Converts a local time `HH:MM` to minutes since midnight. */
export function minutesOfDay(localTime: string): number {
  const [hour = "0", minute = "0"] = localTime.split(":");
  return Number(hour) * 60 + Number(minute);
}

/**
 * Returns the first day-end after `instant` (UTC), for a terminal whose bank closes its day at `dayEndLocal` (`HH:MM`
 * in Istanbul, D-25). An instant that is itself a day-end belongs to the new day.
 */
export function nextDayEnd(instant: Date, dayEndLocal: string): Date {
  const today = plusMs(istanbulDayStart(instant), minutes(minutesOfDay(dayEndLocal)));
  return today > instant ? today : plusMs(today, days(1));
}

/** Returns whether `instant` is at most `withinMs` before or after a day-end at `dayEndLocal` (`HH:MM` in Istanbul). */
export function isNearDayEnd(instant: Date, dayEndLocal: string, withinMs: number): boolean {
  const untilMs = nextDayEnd(instant, dayEndLocal).getTime() - instant.getTime();
  return untilMs <= withinMs || days(1) - untilMs <= withinMs;
}

/**
 * Returns the bank's business day of an instant as `YYYY-MM-DD` (D-160). A bank whose day ends at 23:00 or 04:00 has
 * days that span two calendar dates. Such a day is named after the date that most of its 24 hours fall on, which is the
 * Istanbul date of its middle, 12 hours before its end. The database function `bank_day` must return the same.
 */
export const bankDay = (instant: Date, dayEndLocal: string): string =>
  inIstanbul(plusMs(nextDayEnd(instant, dayEndLocal), -hours(12)))
    .toISOString()
    .slice(0, 10);

/** A bank's business day as instants (UTC): `from` belongs to it and `to`, its day-end, does not. */
export interface BankDaySpan {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Returns the instants of the bank's business day that `bankDay` names so.
 * @param day `YYYY-MM-DD`
 */
export function bankDaySpan(day: string, dayEndLocal: string): BankDaySpan {
  const endMinutes = minutesOfDay(dayEndLocal);
  // A day that ends before noon has most of its hours on the date before its end.
  const endMs = endMinutes < 12 * 60 ? days(1) + minutes(endMinutes) : minutes(endMinutes);
  const to = plusMs(new Date(`${day}T00:00:00+03:00`), endMs);
  return { from: plusMs(to, -days(1)), to };
}

/**
 * Returns when the net amount of a capture, refund or correction at `instant` is due (UTC): the start, in Istanbul, of
 * the first business day after the bank's business day (T+1, D-39).
 */
export function settlementDueAt(instant: Date, dayEndLocal: string): Date {
  let day = new Date(`${bankDay(instant, dayEndLocal)}T00:00:00+03:00`);
  do day = plusMs(day, days(1));
  while (!isBusinessDay(day));
  return day;
}

/** Returns whether banks settle on the Istanbul calendar day of `instant`: not on weekends and holidays. */
export function isBusinessDay(instant: Date): boolean {
  const local = inIstanbul(instant);
  const date = istanbulDate(instant);
  const isWeekend = local.getUTCDay() === 0 || local.getUTCDay() === 6;
  return !isWeekend && !yearlyHolidays.has(date.slice(5)) && !movingHolidays.has(date);
}

/** Returns the year and month (1–12) in Istanbul. A card is valid until its month ends there (D-20). */
export function istanbulYearMonth(instant: Date): { year: number; month: number } {
  const local = inIstanbul(instant);
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1 };
}
