import { istanbulOffsetMs } from "@/server/domain/business-day";

/**
 * The instant that a bank's text names (D-74): Istanbul local time, in one of the spellings that the four protocols use.
 * Undefined for everything else: a day alone, a day that no calendar has, an empty text. Fractions of a second are cut.
 * UTC, in whole seconds.
 */
export function readBankTime(text: string | null): Date | undefined {
  for (const spelling of spellings) {
    const groups = spelling.exec(text ?? "")?.groups;
    if (groups) return instantOf(groups);
  }
  return undefined;
}

const spellings: readonly RegExp[] = [
  // NestPay and Garanti answer an operation so: `20221030 12:51:25`.
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)$/,
  // Records of all but PayFor, `2024-01-03 21:37:57.259`; PayFor's history, `2024-01-19T21:34:05.1234567+03:00`.
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[ T](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.\d{1,9})?(?:\+03:00)?$/,
  // PosNet answers an operation so: `190703093340`.
  /^(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)$/,
  // PayFor's inquiry: `31.10.2022 22:34:18`, with one digit or two for the day.
  /^(?<day>\d{1,2})\.(?<month>\d\d)\.(?<year>\d{4}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)$/,
];

/** Undefined for a date or a time of day that does not exist, and for a year of another century (PayFor's `1.01.0001`). */
function instantOf(fields: Readonly<Record<string, string>>): Date | undefined {
  const read = (name: string): number => Number(fields[name]);
  const year = fields.year?.length === 2 ? 2000 + read("year") : read("year");
  if (year < 2000 || year > 2099) return undefined;
  const day = read("day");
  const [hour, minute, second] = [read("hour"), read("minute"), read("second")];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const local = new Date(Date.UTC(year, read("month") - 1, day, hour, minute, second));
  const isOnCalendar = local.getUTCMonth() === read("month") - 1 && local.getUTCDate() === day;
  return isOnCalendar ? new Date(local.getTime() - istanbulOffsetMs) : undefined;
}
