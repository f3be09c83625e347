export interface RetryMoment {
  readonly now: Date;
  /** 0 to 1, spreads retries. */
  readonly random: number;
}

const seconds = 1_000;
const minutes = 60 * seconds;

/** How long after the n-th failed try a hop is tried again, as an Inngest server waits; up to half a minute on top. */
const delaysMs = [15 * seconds, 30 * seconds, ...[1, 2, 5, 10, 20, 40, 60].map((count) => count * minutes)];
const lastDelayMs = 120 * minutes;
const jitterMs = 30 * seconds;
const shortestMs = 1 * seconds;
const longestMs = 24 * 60 * minutes;

/** When to try again: as the SDK asks (whole seconds or a date), within 1 s and 24 h, else by the table. */
export function retryAt(attempt: number, retryAfter: string | null, { now, random }: RetryMoment): Date {
  const asked = retryAfter === null ? null : askedDelayMs(retryAfter, now);
  const delayMs = asked ?? (delaysMs[attempt] ?? lastDelayMs) + random * jitterMs;
  return new Date(now.getTime() + Math.min(Math.max(delayMs, shortestMs), longestMs));
}

function askedDelayMs(retryAfter: string, now: Date): number | null {
  const delayMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * seconds
    : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(delayMs) ? null : delayMs;
}
