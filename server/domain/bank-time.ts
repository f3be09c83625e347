import { laterOf, minutes, plusMs, seconds } from "./clock";

/** How far a bank's clock may be ahead of ours before its time is ignored, in ms (D-74). */
const aheadMaxMs = minutes(2);

/**
 * The resolution of the banks' times in ms. The second that an answer names may have begun before the request was sent.
 */
const bankResolutionMs = seconds(1);

/**
 * Returns the instant (UTC) at which the bank moved the money (D-74): the time in the bank's answer, or the instant at
 * which the request was sent when the answer has no time. A time before the request, or more than two minutes after the
 * answer arrived, is ignored, because the bank's clock is then wrong.
 */
export function moneyTime({
  bankAt,
  sentAt,
  answeredAt,
}: {
  /** The time in the bank's answer, in whole seconds; undefined when the answer has none. */
  readonly bankAt: Date | undefined;
  readonly sentAt: Date;
  readonly answeredAt: Date;
}): Date {
  if (bankAt === undefined) return sentAt;
  const isBeforeRequest = plusMs(bankAt, bankResolutionMs) <= sentAt;
  const isAhead = bankAt > plusMs(answeredAt, aheadMaxMs);
  return isBeforeRequest || isAhead ? sentAt : laterOf(bankAt, sentAt);
}
