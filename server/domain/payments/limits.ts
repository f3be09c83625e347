import { istanbulDayStart, istanbulMonthStart, istanbulWeekStart, minutesOfDay } from "../business-day";
import { days, minutes, plusMs } from "../clock";
import { AppError, type ErrorCode } from "../errors";

/** An hour range of the day in Istanbul; it may pass midnight. `max` is kuruş, 0 closes it. */
export interface LimitWindow {
  readonly from: string;
  readonly to: string;
  readonly max: bigint;
}

/** What the bank allows on its connection (§8.3, D-41). Kuruş; null: no such limit. Never shown to anyone. */
export interface BankLimits {
  readonly perTx: bigint | null;
  readonly daily: bigint | null;
  readonly weekly: bigint | null;
  readonly monthly: bigint | null;
  readonly windows: readonly LimitWindow[];
}

/** One limit over time: what was taken since `since` plus the new amount may not pass `max`. */
export interface LimitCheck {
  readonly code: ErrorCode;
  /** The totals that add up to it: whole days, or minutes for an hour range. */
  readonly span: "day" | "minute";
  readonly since: Date;
  readonly max: bigint;
}

/** The limits over time that bind at `now`, in the order of D-7: hour ranges, day, ISO week, month. */
export function limitChecks(limits: BankLimits, now: Date): LimitCheck[] {
  const periods = [
    { code: "pos_daily_limit_exceeded", since: istanbulDayStart(now), max: limits.daily },
    { code: "pos_weekly_limit_exceeded", since: istanbulWeekStart(now), max: limits.weekly },
    { code: "pos_monthly_limit_exceeded", since: istanbulMonthStart(now), max: limits.monthly },
  ] as const;
  return [
    ...limits.windows.flatMap((window) => {
      const since = openSince(window, now);
      return since
        ? [{ code: "pos_time_window_limit_exceeded", span: "minute", since, max: window.max } as const]
        : [];
    }),
    ...periods.flatMap(({ code, since, max }) =>
      max === null ? [] : [{ code, span: "day" as const, since, max }],
    ),
  ];
}

/** When the present opening of an hour range began, or null outside of it. From equal to to: the whole day. */
function openSince(window: LimitWindow, now: Date): Date | null {
  const length = (minutesOfDay(window.to) - minutesOfDay(window.from) + 1440) % 1440 || 1440;
  const today = plusMs(istanbulDayStart(now), minutes(minutesOfDay(window.from)));
  const start = today <= now ? today : plusMs(today, -days(1));
  return now.getTime() - start.getTime() < minutes(length) ? start : null;
}

/** Throws `pos_per_tx_limit_exceeded`. */
export function requireWithinOne(limits: BankLimits, amountKurus: bigint): void {
  if (limits.perTx !== null && amountKurus > limits.perTx) throw new AppError("pos_per_tx_limit_exceeded");
}

/** The first limit that `used` (one sum per check, kuruş) plus the amount would pass, or null. */
export function findPassedLimit(
  checks: readonly LimitCheck[],
  used: readonly bigint[],
  amountKurus: bigint,
): ErrorCode | null {
  const passed = checks.find((check, i) => (used[i] ?? 0n) + amountKurus > check.max);
  return passed?.code ?? null;
}
