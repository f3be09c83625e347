import { days, plusMs } from "@/server/domain/clock";
import type { Language } from "@/server/domain/errors";

const locales: Readonly<Record<Language, string>> = { tr: "tr-TR", en: "en-GB" };

/** Returns the instant by which a day or a month is formatted, in UTC. */
const at = (date: string): Date => new Date(`${date.length === 7 ? `${date}-01` : date}T00:00:00.000Z`);

const format = (date: string, language: Language, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locales[language], { ...options, timeZone: "UTC" }).format(at(date));

/** Formats a month for people. @param month `YYYY-MM` */
export const monthText = (month: string, language: Language): string =>
  format(month, language, { month: "long", year: "numeric" });

const dayStyles = {
  /** For example `30 Kasım Pazartesi`. */
  weekday: { weekday: "long", day: "numeric", month: "long" },
  short: { weekday: "short", day: "numeric", month: "short" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats a day for people. @param date `YYYY-MM-DD` */
export const dayText = (date: string, language: Language, style: keyof typeof dayStyles): string =>
  format(date, language, dayStyles[style]);

/** Returns the names of the days of a week, from Monday. */
export const weekdayNames = (language: Language): { readonly short: string; readonly long: string }[] =>
  // 1 January 2024 was a Monday.
  Array.from({ length: 7 }, (_, index) => {
    const date = `2024-01-0${index + 1}`;
    return { short: format(date, language, { weekday: "short" }), long: format(date, language, { weekday: "long" }) };
  });

/** Returns the month so many months later. @param month `YYYY-MM` */
export function moveMonth(month: string, by: number): string {
  const first = at(month);
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + by, 1)).toISOString().slice(0, 7);
}

/**
 * Writes the month of the calendar into the parameters of a page; those of others stay.
 * @param month `YYYY-MM`; null for the present one, which the address does not name
 */
export function writeMonth(present: URLSearchParams, month: string | null): string {
  const parameters = new URLSearchParams(present);
  if (month === null) parameters.delete("month");
  else parameters.set("month", month);
  return parameters.toString();
}

/** Returns whether `date` is the day after `today`, both `YYYY-MM-DD`. */
export const isNextDay = (today: string, date: string): boolean =>
  plusMs(at(today), days(1)).toISOString().slice(0, 10) === date;

/** Groups the days of a month into weeks from Monday; null where a week has a day of another month. */
export function toWeeks<Day extends { readonly date: string }>(month: readonly Day[]): (Day | null)[][] {
  const first = month[0];
  const before = first ? (at(first.date).getUTCDay() + 6) % 7 : 0;
  const cells: (Day | null)[] = [...Array.from({ length: before }, () => null), ...month];
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
