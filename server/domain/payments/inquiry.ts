import { hours, minutes, plusMs, seconds } from "../clock";

/** The times of the inquiries in ms after the outcome became unknown (D-46). The next one after these is at day-end. */
const inquiryOffsetsMs = [seconds(5), seconds(30), minutes(2), minutes(10), hours(1)] as const;

/**
 * The timeout of a call that moves money, in ms. Until it has passed the call may still reach the bank, so an earlier
 * "not found" proves nothing.
 */
export const moneyCallTimeoutMs = seconds(60);

/**
 * When the bank is first asked about a call that moves money, in ms after its intent was recorded: just after the call
 * has timed out. Only a call whose process died has no outcome by then.
 */
export const firstInquiryMs = seconds(65);

/** Returns the instant (UTC) of that inquiry. */
export const firstInquiryAt = (intendedAt: Date): Date => plusMs(intendedAt, firstInquiryMs);

/** How long after the request, in ms, the second "not found" must come before it counts as the outcome (D-46). */
export const notFoundSettlesAfterMs = minutes(2);

/**
 * Returns whether a call that moves money may still be sent `passedMs` (real time, ms) after its intent was recorded:
 * only if it times out before a "not found" can count as the outcome.
 */
export const mayStillBeSent = (passedMs: number): boolean => passedMs <= notFoundSettlesAfterMs - moneyCallTimeoutMs;

/** How long an outcome may stay unknown before staff are alerted, in ms. */
export const alertAfterMs = minutes(15);

/**
 * Returns whether a call that moves money was left open long enough for an alert about it: its outcome was asked for,
 * or it is older than the time after which staff are alerted.
 */
export const wasLeftOpen = (inquiries: number, sentAt: Date, now: Date): boolean =>
  inquiries > 0 || now >= plusMs(sentAt, alertAfterMs);

/**
 * Returns the instant (UTC) of the next inquiry: by the list above, after the list at day-end, and from then on every
 * hour. When a planned instant has already passed, the inquiry comes five seconds from now.
 */
export function nextInquiryAt(inquiries: number, unknownSince: Date, now: Date, dayEnd: Date): Date {
  const offset = inquiryOffsetsMs[inquiries];
  if (offset !== undefined) {
    const planned = plusMs(unknownSince, offset);
    return planned > now ? planned : plusMs(now, seconds(5));
  }
  return dayEnd > now ? dayEnd : plusMs(now, hours(1));
}

/**
 * Returns whether a "not found" counts as the bank's final answer: it is at least the second one, and late enough
 * (D-46).
 */
export const isNotFoundFinal = (seenBefore: number, sentAt: Date, now: Date): boolean =>
  seenBefore >= 1 && now.getTime() - sentAt.getTime() >= notFoundSettlesAfterMs;
