import { hours, minutes, plusMs, seconds } from "../clock";

/** How long a mail is tried at most, ms (D-231). */
export const mailTriedMs = hours(24);

/** The pauses after a failed attempt, ms; the last one repeats. */
const pausesMs = [seconds(30), minutes(2), minutes(10), hours(1), hours(6)];

/**
 * Returns when a mail is tried again after its n-th attempt failed; null where it is given up. The last attempt is at
 * the instant of giving up, so that a short interruption of the server just before it does no harm.
 */
export function nextMailAttempt(attempts: number, now: Date, giveUpAt: Date): Date | null {
  if (now >= giveUpAt) return null;
  const next = plusMs(now, pausesMs[Math.min(attempts, pausesMs.length) - 1] ?? 0);
  return next < giveUpAt ? next : giveUpAt;
}
