import { nextDayEnd } from "../business-day";
import { hours, later, minutes, plusMs, seconds } from "../clock";
import { notFoundSettlesAfterMs } from "./inquiry";

// When the bank is asked again about a capture that was given up without its word (D-72).

/** The looks of a day begin this long before the bank's day-end. ms */
const windowMs = minutes(90);

/** The first looks are over by then, so that a bank which does not answer is asked again in time for a void. ms */
const reserveMs = minutes(15);

/** A bank that gave no clear answer is asked again after this long; rounds of the minute make it 30 to 60 s. ms */
const againAfterMs = seconds(30);

/** Before the evening there is time, and once the day is over no void is possible any more. ms */
const earlierMs = minutes(10);
const afterwardsMs = hours(1);

export interface LookPlan {
  /** UTC. */
  readonly recheckAt: Date;
  /** How many clear answers are wanted. */
  readonly looksWanted: number;
}

export interface GivenUp {
  /** When the capture was sent. */
  readonly sentAt: Date;
  readonly now: Date;
  /** `HH:MM` in Istanbul, of the terminal. */
  readonly dayEndLocal: string;
  /** From 0 to below 1: where in the evening this payment's look lies, so that those of a day are spread evenly. */
  readonly fraction: number;
}

/**
 * The looks at a capture that is given up now: one in the last 90 minutes before the bank's day-end, in which it can still be
 * voided, and one in the evening after, for a bank whose record lags behind. Where the last 90 minutes have begun, one at once
 * besides these; where the day is over, one at once in the place of the first.
 */
export function planLooks({ sentAt, now, dayEndLocal, fraction }: GivenUp): LookPlan {
  const ownEnd = nextDayEnd(sentAt, dayEndLocal);
  const evening = eveningBefore(ownEnd);
  if (now >= ownEnd) return { recheckAt: now, looksWanted: 2 };
  if (now >= evening.from) return { recheckAt: now, looksWanted: 3 };
  return { recheckAt: between(evening.from, evening.to, fraction), looksWanted: 2 };
}

/**
 * The look after one that got a clear answer: in the last 90 minutes of the capture's bank day, in what is left of them, or in
 * the evening of the day after.
 */
export function lookAfter({ sentAt, now, dayEndLocal, fraction }: GivenUp, looksWanted: number): Date {
  const ownEnd = nextDayEnd(sentAt, dayEndLocal);
  const ownEvening = eveningBefore(ownEnd);
  if (now < ownEvening.from) return between(ownEvening.from, ownEvening.to, fraction);
  if (now < ownEnd && looksWanted > 1) {
    return between(plusMs(now, (ownEnd.getTime() - now.getTime()) / 2), ownEnd, fraction / 2);
  }
  const evening = eveningBefore(nextDayEnd(plusMs(later(now, ownEnd), windowMs), dayEndLocal));
  return between(evening.from, evening.to, fraction);
}

/** The next look after one that got no clear answer. */
export function nextLookAt(now: Date, dayEnd: Date): Date {
  if (now >= dayEnd) return plusMs(now, afterwardsMs);
  return plusMs(now, now >= eveningBefore(dayEnd).from ? againAfterMs : earlierMs);
}

/** Whether an answer that the bank gave now says for certain that it has nothing: not while the request may be under way. */
export const isLookCertain = (sentAt: Date, now: Date): boolean =>
  now.getTime() - sentAt.getTime() >= notFoundSettlesAfterMs;

/** A credit is sent again after this long past a day-end which the bank said was still to come: clocks differ. ms */
export const afterDayEndMs = minutes(5);

const eveningBefore = (dayEnd: Date) => ({ from: plusMs(dayEnd, -windowMs), to: plusMs(dayEnd, -reserveMs) });

const between = (from: Date, to: Date, fraction: number): Date =>
  plusMs(from, Math.floor((to.getTime() - from.getTime()) * fraction));

/** Why a return of money was ended that never left, since the history before it could not be read (D-76). */
export const neverSent = "never_sent";
