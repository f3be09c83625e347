import { hours, plusMs } from "@/server/domain/clock";

/** Istanbul keeps UTC+3 all year. */
const offsetMs = hours(3);

/** The start, in Istanbul, of the day that an address names; null where it names none. */
export function dayOf(text: string | null | undefined): Date | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) ? null : plusMs(day, -offsetMs);
}

/** How an address names the day, in Istanbul, that holds an instant. */
export const dayText = (at: Date): string => plusMs(at, offsetMs).toISOString().slice(0, 10);
