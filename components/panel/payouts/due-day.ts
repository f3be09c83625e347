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
