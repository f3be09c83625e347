import { hours, plusMs } from "@/server/domain/clock";

/** Istanbul has UTC+3 all year. */
const offsetMs = hours(3);

/** Parses `YYYY-MM-DD` to the start of that day in Istanbul. Returns null for any other text. */
export function parseDay(text: string | null | undefined): Date | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) ? null : plusMs(day, -offsetMs);
}

/** Formats the Istanbul day of an instant as `YYYY-MM-DD` for a URL. */
export const formatDay = (at: Date): string => plusMs(at, offsetMs).toISOString().slice(0, 10);

export type DueDayState = "expected" | "today" | "overdue" | "negative";

/** Returns the state of a due day that no payout has collected. A negative day is never paid, whenever it is due. */
export function readDueDayState(
  { dueAt, amountKurus }: { readonly dueAt: Date; readonly amountKurus: bigint },
  asOf: Date,
): DueDayState {
  if (amountKurus < 0n) return "negative";
  const [due, today] = [formatDay(dueAt), formatDay(asOf)];
  if (due === today) return "today";
  return due < today ? "overdue" : "expected";
}

/** Sums the days that are due at `asOf` and those that are still to come, in signed kuruş. */
export function sumDueDays(
  days: readonly { readonly dueAt: Date; readonly amountKurus: bigint }[],
  asOf: Date,
): { readonly dueKurus: bigint; readonly comingKurus: bigint } {
  const sum = (some: typeof days) => some.reduce((total, { amountKurus }) => total + amountKurus, 0n);
  return {
    dueKurus: sum(days.filter(({ dueAt }) => dueAt <= asOf)),
    comingKurus: sum(days.filter(({ dueAt }) => dueAt > asOf)),
  };
}
