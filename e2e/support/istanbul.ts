/** Istanbul is three hours ahead of UTC all year. */
const offsetMs = 3 * 3_600_000;
const dayMs = 86_400_000;

/** Returns midnight in Istanbul of the first Monday of the month after this instant's month. */
export function firstMondayOfNextMonth(after: Date): Date {
  const here = new Date(after.getTime() + offsetMs);
  const first = Date.UTC(here.getUTCFullYear(), here.getUTCMonth() + 1, 1);
  const untilMonday = (8 - new Date(first).getUTCDay()) % 7;
  return new Date(first + untilMonday * dayMs - offsetMs);
}

/** Returns midnight in Istanbul of the first day of the month after this instant's month. */
export function nextMonth(after: Date): Date {
  const here = new Date(after.getTime() + offsetMs);
  return new Date(Date.UTC(here.getUTCFullYear(), here.getUTCMonth() + 1, 1) - offsetMs);
}

/** Returns the instant this many days, hours and seconds later. */
export const later = (from: Date, days: number, hours = 0, seconds = 0): Date =>
  new Date(from.getTime() + days * dayMs + hours * 3_600_000 + seconds * 1000);
