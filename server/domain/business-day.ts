import { days, hours, minutes, plusMs } from "./clock";
import { movingHolidays, yearlyHolidays } from "./holidays";

/** Istanbul keeps UTC+3 all year since 2016, so the offset is a constant (D-25). ms */
export const istanbulOffsetMs = hours(3);

/** An instant's calendar fields in Istanbul, read with the getUTC* methods. */
const inIstanbul = (instant: Date): Date => plusMs(instant, istanbulOffsetMs);

/** Midnight in Istanbul of the calendar day that holds `instant`. UTC. */
export function istanbulDayStart(instant: Date): Date {
  const local = inIstanbul(instant);
  const midnight = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
  return new Date(midnight - istanbulOffsetMs);
}

/** Monday midnight of the ISO week, Istanbul. UTC. */
export function istanbulWeekStart(instant: Date): Date {
  const daysSinceMonday = (inIstanbul(instant).getUTCDay() + 6) % 7;
  return plusMs(istanbulDayStart(instant), -days(daysSinceMonday));
}

/** Midnight of the first of the month, Istanbul. UTC. */
export function istanbulMonthStart(instant: Date): Date {
  const local = inIstanbul(instant);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - istanbulOffsetMs);
}

/** Minutes since midnight of a local time `HH:MM`. */
export function minutesOfDay(localTime: string): number {
  const [hour = "0", minute = "0"] = localTime.split(":");
  return Number(hour) * 60 + Number(minute);
}

/** The first day-end after `instant`, for a terminal whose bank closes the day at `dayEndLocal` (D-25). UTC. */
export function nextDayEnd(instant: Date, dayEndLocal: string): Date {
  const today = plusMs(istanbulDayStart(instant), minutes(minutesOfDay(dayEndLocal)));
  return today > instant ? today : plusMs(today, days(1));
}

/** Whether an instant lies within so many ms of a day-end of a terminal, before or after it. */
export function isNearDayEnd(instant: Date, dayEndLocal: string, withinMs: number): boolean {
  const untilMs = nextDayEnd(instant, dayEndLocal).getTime() - instant.getTime();
  return untilMs <= withinMs || days(1) - untilMs <= withinMs;
}

/**
 * The bank's business day that holds an instant, `YYYY-MM-DD`: the date that most of the hours between two day-ends have
 * (D-77). The database's function `bank_day` says the same.
 */
export const bankDay = (instant: Date, dayEndLocal: string): string =>
  inIstanbul(plusMs(nextDayEnd(instant, dayEndLocal), -hours(12)))
    .toISOString()
    .slice(0, 10);

/**
 * When the net of something that the bank did at `instant` is due: the start, in Istanbul, of the first business day after
 * the bank's own day (T+1, D-39). UTC.
 */
export function settlementDueAt(instant: Date, dayEndLocal: string): Date {
  let day = new Date(`${bankDay(instant, dayEndLocal)}T00:00:00+03:00`);
  do day = plusMs(day, days(1));
  while (!isBusinessDay(day));
  return day;
}

/** Whether banks settle on the calendar day, in Istanbul, that holds an instant. */
export function isBusinessDay(instant: Date): boolean {
  const local = inIstanbul(instant);
  const date = local.toISOString().slice(0, 10);
  const isWeekend = local.getUTCDay() === 0 || local.getUTCDay() === 6;
  return !isWeekend && !yearlyHolidays.has(date.slice(5)) && !movingHolidays.has(date);
}

/** `YYYY` and `MM` in Istanbul: a card is good until the end of its month there (D-20). */
export function istanbulYearMonth(instant: Date): { year: number; month: number } {
  const local = inIstanbul(instant);
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1 };
}
