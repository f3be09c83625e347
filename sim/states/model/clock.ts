import { days, hours, minutes } from "@/server/domain/clock";

// The instants at which a path can be. The product knows many periods (inquiries, validity, day-ends, looks); a model
// with a timer for each of them would have too many states. Its clock therefore goes through a few instants that were
// chosen so that each step makes everything due that was planned before, except what the fields `Due` and `isDue` say.

/** The validity of a payment, ms. The alternate provider's, so that two steps of an hour fit into it (§8.2). */
export const validityMs = minutes(135);

/** The validity of a link, ms (§4.1). */
export const linkValidityMs = days(7);

/** Noon in Istanbul of the first day, UTC. The bank's day ends at midnight (D-25). */
export const startsAt = new Date("2026-11-20T09:00:00.000Z");

const noon = hours(12);
const afterMidnight = days(1) - noon;

/**
 * The instants, ms after the start. At least 61 minutes lie between two of them, so that an inquiry that was planned
 * before one is due at the next (D-46); the payments of the first three are over at the fourth. Two are evenings, in
 * which the bank is asked about captures that were given up (D-72). The last two lie before and after a link's end.
 */
export const instants = [
  { name: "noon", afterMs: 0 },
  { name: "an hour later", afterMs: minutes(61) },
  { name: "two hours later", afterMs: minutes(122) },
  { name: "afternoon", afterMs: minutes(270) },
  { name: "evening", afterMs: afterMidnight - minutes(10) },
  { name: "after the day-end", afterMs: afterMidnight + minutes(51) },
  { name: "next evening", afterMs: afterMidnight + days(1) - minutes(10) },
  { name: "before the link's end", afterMs: linkValidityMs - minutes(30) },
  { name: "after the link's end", afterMs: linkValidityMs + minutes(31) },
] as const;

/** From the last instant on, each step takes so long, ms. Everything becomes due in it. */
export const lastStepMs = days(8);

/** What happens in the step from one instant to the next. */
export interface ClockStep {
  readonly to: number;
  readonly takesMs: number;
  /** Whether the validity of every open payment ends. */
  readonly isLong: boolean;
  readonly crossesDayEnd: boolean;
  /** Whether the looks of an evening become due. */
  readonly passesEvening: boolean;
  /** Whether requests for a second person end, of which none is asked for at the first instant. */
  readonly endsRequests: boolean;
}

const dayEndMs = hours(24);
/** When all looks of an evening are due: 15 minutes before day-end (D-72). */
const eveningDueMs = dayEndMs - minutes(15);
const eveningFromMs = dayEndMs - minutes(90);

/** How often a time of day, in ms after midnight, comes from one instant (exclusive) to another (inclusive). */
const countPassed = (fromMs: number, toMs: number, timeOfDayMs: number): number =>
  Math.floor((toMs + noon - timeOfDayMs) / days(1)) - Math.floor((fromMs + noon - timeOfDayMs) / days(1));

export const clockSteps: readonly ClockStep[] = instants.map(({ afterMs }, index) => {
  const next = instants[index + 1];
  const takesMs = next ? next.afterMs - afterMs : lastStepMs;
  const toMs = afterMs + takesMs;
  return {
    to: next ? index + 1 : index,
    takesMs,
    isLong: takesMs >= validityMs,
    crossesDayEnd: countPassed(afterMs, toMs, dayEndMs) > 0,
    passesEvening: countPassed(afterMs, toMs, eveningDueMs) > 0,
    endsRequests: takesMs >= days(7),
  };
});

const lateInDay = instants.map(({ afterMs }) => (afterMs + noon) % days(1) >= eveningFromMs);

/** Whether an instant lies in the last 90 minutes before a day-end. */
export const isEvening = (instant: number): boolean => lateInDay[instant] === true;

/** Whether a link that was created at the start is over at an instant. */
export const isLinkOver = (instant: number): boolean => (instants[instant]?.afterMs ?? 0) >= linkValidityMs;
