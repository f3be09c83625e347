import { hours, minutes, plusMs, seconds } from "../clock";

/** When the bank is asked, counted from the unknown outcome (D-46), ms. After these, at day-end. */
const inquiryOffsetsMs = [seconds(5), seconds(30), minutes(2), minutes(10), hours(1)] as const;

/** A money call is given up after this long, so "not found" means something only later. ms. */
export const moneyCallTimeoutMs = seconds(60);

/** "Not found" counts only when seen twice, the second time this long after the request was sent. ms. */
export const notFoundSettlesAfterMs = minutes(2);

/** Whether a call that moves money, begun so long after its intent, is over before a "not found" counts. Real time, ms. */
export const mayStillBeSent = (passedMs: number): boolean =>
  passedMs <= notFoundSettlesAfterMs - moneyCallTimeoutMs;

/** How long an unknown outcome may stand before a person is told. ms. */
export const alertAfterMs = minutes(15);

/** The next instant to ask: past the list it is the day-end, then hour by hour. UTC. */
export function nextInquiryAt(inquiries: number, unknownSince: Date, now: Date, dayEnd: Date): Date {
  const offset = inquiryOffsetsMs[inquiries];
  if (offset !== undefined) {
    const planned = plusMs(unknownSince, offset);
    return planned > now ? planned : plusMs(now, seconds(5));
  }
  return dayEnd > now ? dayEnd : plusMs(now, hours(1));
}

/** Whether a "not found" is the bank's last word: the second one, late enough (D-46). */
export const isNotFoundFinal = (seenBefore: number, sentAt: Date, now: Date): boolean =>
  seenBefore >= 1 && now.getTime() - sentAt.getTime() >= notFoundSettlesAfterMs;
