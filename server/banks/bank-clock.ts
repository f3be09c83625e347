import { istanbulOffsetMs } from "@/server/domain/business-day";

/**
 * Reads a bank's text as an instant (D-74): Istanbul local time in one of the spellings of the four protocols (B-7.1).
 * Returns UTC in whole seconds; fractions of a second are cut off. Returns undefined for any other text: a day without
 * a time, a day that does not exist, an empty text.
 */
export function readBankTime(text: string | null): Date | undefined {
  for (const spelling of spellings) {
    const groups = spelling.exec(text ?? "")?.groups;
    if (groups) return toInstant(groups);
  }
  return undefined;
}

const spellings: readonly RegExp[] = [
  // NestPay's and Garanti's answers to an operation: `20221030 12:51:25`.
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)$/,
  // Records of NestPay, Garanti and PosNet: `2024-01-03 21:37:57.259`. PayFor's history:
  // `2024-01-19T21:34:05.1234567+03:00`.
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)[ T](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.\d{1,9})?(?:\+03:00)?$/,
  // PosNet's answers to an operation: `190703093340`.
  /^(?<year>\d\d)(?<month>\d\d)(?<day>\d\d)(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)$/,
  // PayFor's inquiry: `31.10.2022 22:34:18`; the day has one or two digits.
  /^(?<day>\d{1,2})\.(?<month>\d\d)\.(?<year>\d{4}) (?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)$/,
];

/** Returns undefined for a date or time that does not exist, and for years outside 2000–2099 (PayFor's `1.01.0001`). */
function toInstant(fields: Readonly<Record<string, string>>): Date | undefined {
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
