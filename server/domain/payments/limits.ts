import { istanbulDayStart, istanbulMonthStart, istanbulWeekStart, minutesOfDay } from "../business-day";
import { days, minutes, plusMs } from "../clock";
import { AppError, type ErrorCode } from "../errors";

/** A limit for a range of hours. Both times are `HH:MM` in Istanbul, and the range may pass midnight. */
export interface LimitWindow {
  readonly from: string;
  readonly to: string;
  /** Kuruş; 0 allows no payment in the range. */
  readonly max: bigint;
}

/**
 * The limits of a bank connection (§8.3, D-41) in kuruş; null means no such limit. Merchants and buyers never see them.
 */
export interface BankLimits {
  readonly perTx: bigint | null;
  readonly daily: bigint | null;
  readonly weekly: bigint | null;
  readonly monthly: bigint | null;
  readonly windows: readonly LimitWindow[];
}

/** The account's own limits of one payment (§7.2, D-57) in kuruş, bounds included; null means no such limit. */
export interface AmountLimits {
  readonly minAmountKurus: bigint | null;
  readonly maxAmountKurus: bigint | null;
}

/**
 * Returns whether an account accepts a payment of this amount (kuruş). Every door asks this function, because a limit
 * that one door leaves out does not protect the account (D-57).
 */
export const isWithinAmountLimits = (amountKurus: bigint, { minAmountKurus, maxAmountKurus }: AmountLimits): boolean =>
  (minAmountKurus === null || amountKurus >= minAmountKurus) &&
  (maxAmountKurus === null || amountKurus <= maxAmountKurus);

/** One limit over time: the usage since `since` (UTC) plus the new amount may not exceed `max` (kuruş). */
export interface LimitCheck {
  readonly code: ErrorCode;
  /** The kind of the running totals that add up to the usage: days, or minutes for a range of hours. */
  readonly span: "day" | "minute";
  readonly since: Date;
  readonly max: bigint;
}

/** Returns the limits over time that apply at `now`, in the order of D-7: ranges of hours, day, ISO week, month. */
export function limitChecks(limits: BankLimits, now: Date): LimitCheck[] {
  const periods = [
    { code: "pos_daily_limit_exceeded", since: istanbulDayStart(now), max: limits.daily },
    { code: "pos_weekly_limit_exceeded", since: istanbulWeekStart(now), max: limits.weekly },
    { code: "pos_monthly_limit_exceeded", since: istanbulMonthStart(now), max: limits.monthly },
  ] as const;
  return [
    ...limits.windows.flatMap((window) => {
      const since = openSince(window, now);
      return since ? [{ code: "pos_time_window_limit_exceeded", span: "minute", since, max: window.max } as const] : [];
    }),
    ...periods.flatMap(({ code, since, max }) => (max === null ? [] : [{ code, span: "day" as const, since, max }])),
  ];
}

/**
 * Returns when the current occurrence of a range began (UTC), or null outside of it. Equal times mean the whole day.
 */
function openSince(window: LimitWindow, now: Date): Date | null {
  const length = (minutesOfDay(window.to) - minutesOfDay(window.from) + 1440) % 1440 || 1440;
  const today = plusMs(istanbulDayStart(now), minutes(minutesOfDay(window.from)));
  const start = today <= now ? today : plusMs(today, -days(1));
  return now.getTime() - start.getTime() < minutes(length) ? start : null;
}

/** Returns whether the bank connection takes one payment of this amount (kuruş). */
export const isWithinPerTxLimit = ({ perTx }: Pick<BankLimits, "perTx">, amountKurus: bigint): boolean =>
  perTx === null || amountKurus <= perTx;

/** Throws `pos_per_tx_limit_exceeded` when the amount (kuruş) exceeds the limit for one payment. */
export function requireWithinPerTxLimit(limits: BankLimits, amountKurus: bigint): void {
  if (!isWithinPerTxLimit(limits, amountKurus)) throw new AppError("pos_per_tx_limit_exceeded");
}

/**
 * Returns the code of the first limit that would be exceeded, or null.
 * @param used the usage for each check, in kuruş
 */
export function findExceededLimit(
  checks: readonly LimitCheck[],
  used: readonly bigint[],
  amountKurus: bigint,
): ErrorCode | null {
  const passed = checks.find((check, i) => (used[i] ?? 0n) + amountKurus > check.max);
  return passed?.code ?? null;
}
