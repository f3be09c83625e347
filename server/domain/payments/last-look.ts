import { nextDayEnd } from "../business-day";
import { hours, laterOf, minutes, plusMs, seconds } from "../clock";
import { notFoundSettlesAfterMs } from "./inquiry";

// When the bank is asked again about a capture that was given up without a clear answer (D-72). Such an inquiry is
// called a look. A bank may show a sale late, and money that it took for a payment which has ended must be given back.

/**
 * How long before the bank's day-end the looks of a day begin, in ms. The comments below call this time the evening,
 * although a bank's day may end at any hour.
 */
const windowMs = minutes(90);

/**
 * How long before day-end all first looks have begun, in ms. It leaves time to ask again before a void is impossible.
 */
const reserveMs = minutes(15);

/**
 * When a look without a clear answer is repeated in the evening, in ms. The job runs every minute, so it is 30 to 60 s.
 */
const againAfterMs = seconds(30);

/** When a look without a clear answer is repeated before the evening, in ms: there is still time until day-end. */
const earlierMs = minutes(10);

/**
 * When a look without a clear answer is repeated after day-end, in ms: a void is no longer possible, so it is not
 * urgent.
 */
const afterwardsMs = hours(1);

/** The plan of the looks at one capture. */
export interface LookPlan {
  /** The instant (UTC) of the next look. */
  readonly recheckAt: Date;
  /** The number of clear answers that are still needed. */
  readonly looksWanted: number;
}

/** A capture that was given up. Instants in UTC. */
export interface GivenUp {
  /** The instant at which the capture was sent. */
  readonly sentAt: Date;
  readonly now: Date;
  /** The day-end of the terminal's bank, `HH:MM` in Istanbul. */
  readonly dayEndLocal: string;
  /** A number from 0 to below 1 that places the look in the evening, so that the looks of a day are spread evenly. */
  readonly fraction: number;
}

/**
 * Plans the looks at a capture that is given up now: one in the last 90 minutes before the bank's day-end, when the
 * capture can still be voided, and one in the evening of the next day, for a bank whose records are late. If those 90
 * minutes have begun, one more look comes at once. If the day has already ended, a look at once replaces the first one.
 */
export function planLooks({ sentAt, now, dayEndLocal, fraction }: GivenUp): LookPlan {
  const ownEnd = nextDayEnd(sentAt, dayEndLocal);
  const evening = eveningBefore(ownEnd);
  if (now >= ownEnd) return { recheckAt: now, looksWanted: 2 };
  if (now >= evening.from) return { recheckAt: now, looksWanted: 3 };
  return { recheckAt: between(evening.from, evening.to, fraction), looksWanted: 2 };
}

/**
 * Returns the instant (UTC) of the look after a look with a clear answer: in the last 90 minutes of the bank's day of
 * the capture, in what is left of them, or in the evening of the next day.
 * @param looksWanted the number of clear answers that are still needed
 */
export function lookAfterClearAnswer({ sentAt, now, dayEndLocal, fraction }: GivenUp, looksWanted: number): Date {
  const ownEnd = nextDayEnd(sentAt, dayEndLocal);
  const ownEvening = eveningBefore(ownEnd);
  if (now < ownEvening.from) return between(ownEvening.from, ownEvening.to, fraction);
  if (now < ownEnd && looksWanted > 1) {
    return between(plusMs(now, (ownEnd.getTime() - now.getTime()) / 2), ownEnd, fraction / 2);
  }
  const evening = eveningBefore(nextDayEnd(plusMs(laterOf(now, ownEnd), windowMs), dayEndLocal));
  return between(evening.from, evening.to, fraction);
}

/** Returns the instant (UTC) of the look after a look without a clear answer. */
export function lookAfterUnclearAnswer(now: Date, dayEnd: Date): Date {
  if (now >= dayEnd) return plusMs(now, afterwardsMs);
  return plusMs(now, now >= eveningBefore(dayEnd).from ? againAfterMs : earlierMs);
}

/**
 * Returns whether the bank's answer "nothing found" is conclusive now. It is not while the capture request may still be
 * on its way to the bank.
 */
export const isLookConclusive = (sentAt: Date, now: Date): boolean =>
  now.getTime() - sentAt.getTime() >= notFoundSettlesAfterMs;

/**
 * How long after day-end a credit is sent again, in ms, when the bank refused it because its day had not ended. The
 * bank's clock may be behind ours.
 */
export const afterDayEndMs = minutes(5);

const eveningBefore = (dayEnd: Date) => ({ from: plusMs(dayEnd, -windowMs), to: plusMs(dayEnd, -reserveMs) });

const between = (from: Date, to: Date, fraction: number): Date =>
  plusMs(from, Math.floor((to.getTime() - from.getTime()) * fraction));

/**
 * The reason of a money return that was declined without being sent, because the bank's history could not be read
 * before it (D-76).
 */
export const neverSent = "never_sent";
