import { isBusinessDay, istanbulDayStart } from "../business-day";
import { days, hours, plusMs } from "../clock";

// When payouts are prepared and paid (D-392). Business days and hours are those of Istanbul.

/** When a business day's settlements are collected into payouts, since its start in ms. */
const collectionMs = hours(9);

/** A payout that is prepared later than this on its day is paid on the next business day, since its start in ms. */
const cutOffMs = hours(16);

/** When the sandbox pays by itself on the value date, since its start in ms. */
const automaticMs = hours(10);

/**
 * Returns when a settlement is collected (UTC): at 09:00 of the business day on which it is due, or of the first
 * business day whose collection is still to come when it is booked after that.
 * @param dueAt the start of the business day on which it is due, UTC
 */
export function settlementCollectAt(dueAt: Date, now: Date): Date {
  let day = dueAt;
  while (plusMs(day, collectionMs) < now || !isBusinessDay(day)) day = plusMs(day, days(1));
  return plusMs(day, collectionMs);
}

/** Returns the start (UTC) of the business day on which a payout that is prepared now is paid. */
export function payoutValueDay(now: Date): Date {
  let day = istanbulDayStart(now);
  if (now >= plusMs(day, cutOffMs)) day = plusMs(day, days(1));
  while (!isBusinessDay(day)) day = plusMs(day, days(1));
  return day;
}

/** Returns when the sandbox pays a payout by itself (UTC). */
export const automaticPayoutAt = (valueDay: Date): Date => plusMs(valueDay, automaticMs);
