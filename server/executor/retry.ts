export interface RetryMoment {
  readonly now: Date;
  /** A number from 0 to 1 that spreads retries. */
  readonly random: number;
}

const seconds = 1_000;
const minutes = 60 * seconds;

/**
 * The delay after the n-th failed try of a job, as an Inngest server uses it, plus up to half a minute of jitter, ms.
 */
const delaysMs = [15 * seconds, 30 * seconds, ...[1, 2, 5, 10, 20, 40, 60].map((count) => count * minutes)];
const lastDelayMs = 120 * minutes;
const jitterMs = 30 * seconds;
const shortestMs = 1 * seconds;
const longestMs = 24 * 60 * minutes;

/**
 * Returns the time of the next try: as the SDK requests it (seconds or a date), otherwise by the table; from 1 s to 24
 * h.
 */
export function retryAt(attempt: number, retryAfter: string | null, { now, random }: RetryMoment): Date {
  const asked = retryAfter === null ? null : askedDelayMs(retryAfter, now);
  const delayMs = asked ?? (delaysMs[attempt] ?? lastDelayMs) + random * jitterMs;
  return new Date(now.getTime() + Math.min(Math.max(delayMs, shortestMs), longestMs));
}

function askedDelayMs(retryAfter: string, now: Date): number | null {
  const delayMs = /^\d+$/.test(retryAfter) ? Number(retryAfter) * seconds : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(delayMs) ? null : delayMs;
}
