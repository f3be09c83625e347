import { istanbulDate } from "@/server/domain/business-day";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import type { Person } from "./person";

/** The days that a simulation with day-end files takes before its troubles end. */
export const roundsMax = 3;

/** When everyone begins to work with yesterday's file, since midnight in Istanbul, ms. */
const openingMs = hours(7);

/** How long before that the banks write it, ms. */
export const writtenBeforeMs = minutes(1);

/** Returns the instant at which the work of a day begins. @param start the midnight before the simulation began */
export const openingOf = (start: Date, round: number): Date => plusMs(start, round * days(1) + openingMs);

/** Returns the day before an opening, whose file is there then, `YYYY-MM-DD`. */
export const dayBefore = (opening: Date): string => istanbulDate(plusMs(opening, -days(1)));

/** Pauses until an instant, or up to some ms longer. */
export async function pauseUntil(person: Person, at: Date, longerMs = 0): Promise<void> {
  const leastMs = Math.max(0, at.getTime() - person.world.time.now().getTime());
  await person.pause(leastMs, leastMs + longerMs);
}
