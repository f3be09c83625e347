import { later, minutes, plusMs, seconds } from "./clock";

/** A bank's clock may be ahead of ours by this much before its time is not believed any more (D-74). ms */
const aheadMaxMs = minutes(2);

/** Banks write their times in whole seconds, so an answer's second may begin before the request that it answers. ms */
const bankResolutionMs = seconds(1);

/**
 * The instant at which the bank moved money (D-74): the time that its answer names, else the instant at which the request
 * was sent. A bank's time before the request, or more than two minutes after the answer came, is not believed. UTC.
 */
export function moneyTime({
  bankAt,
  sentAt,
  answeredAt,
}: {
  /** As the bank's answer names it, in whole seconds; undefined where it names none. */
  readonly bankAt: Date | undefined;
  readonly sentAt: Date;
  readonly answeredAt: Date;
}): Date {
  if (bankAt === undefined) return sentAt;
  const isBeforeRequest = plusMs(bankAt, bankResolutionMs) <= sentAt;
  const isAhead = bankAt > plusMs(answeredAt, aheadMaxMs);
  return isBeforeRequest || isAhead ? sentAt : later(bankAt, sentAt);
}
