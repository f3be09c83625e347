import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";
import {
  type AccountDay,
  type ComputedDay,
  computeDays,
  type DaySums,
  listStoredDays,
  storeDays,
} from "@/server/store/accounts/account-days";
import { findAccountActivity } from "@/server/store/accounts/attention";
import type { Db } from "@/server/store/db";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export type { AccountDay };

/** The figures of an account's home page. Days are calendar days in Istanbul; amounts in kuruş. */
export interface Home {
  readonly asOf: Date;
  readonly today: AccountDay;
  readonly yesterday: AccountDay;
  /** Today and the 29 days before it. */
  readonly recent: DaySums;
  /** The 30 days before those. */
  readonly before: DaySums;
  /** The days of `recent`, the oldest first. */
  readonly days: readonly AccountDay[];
  readonly openLinkCount: number;
  /** Whether the account has neither a payment nor a link yet. */
  readonly isNew: boolean;
}

/** The number of days shown; the same number of days before them is the comparison. */
const dayCount = 30;

/**
 * A day's sums are stored when the day ended at least this long ago, ms. No transaction lasts that long, so everything
 * of the day is committed by then, except what is recorded as late (`late_ending`).
 */
const keptAfterMs = hours(1);

/**
 * Returns what an account captured, refunded and is owed, today and on each of the last 30 days, exact to the kuruş.
 */
export async function getHome(ctx: Ctx, { partnerId }: { partnerId: PartnerId }): Promise<Home> {
  const now = ctx.clock.now();
  const [sums, openness] = await Promise.all([
    sumDays(ctx.db, partnerId, now),
    findAccountActivity(ctx.db, partnerId, now),
  ]);
  const recent = sums.slice(dayCount);
  return {
    asOf: now,
    today: recent[dayCount - 1] as AccountDay,
    yesterday: recent[dayCount - 2] as AccountDay,
    recent: total(recent),
    before: total(sums.slice(0, dayCount)),
    days: recent,
    ...openness,
  };
}

/**
 * Returns the sums of the last 60 days, the oldest first. Stored days are used where they are valid; the others are
 * computed.
 */
async function sumDays(db: Db, partnerId: PartnerId, now: Date): Promise<AccountDay[]> {
  const today = istanbulDayStart(now);
  const wanted = Array.from({ length: 2 * dayCount }, (_, index) => plusMs(today, -days(index))).reverse();
  const kept = await listStoredDays(db, { partnerId, from: wanted[0] as Date, to: today });
  const known = new Map(kept.map((day) => [day.day.getTime(), day]));
  const added = await computeDays(
    db,
    partnerId,
    wanted.filter((day) => !known.has(day.getTime())),
  );
  await storeDays(
    db,
    partnerId,
    added.filter(({ day }) => isKept(day, now)),
  );
  for (const day of added) known.set(day.day.getTime(), day);
  return wanted.map((day) => shown(known.get(day.getTime()) as ComputedDay));
}

const isKept = (day: Date, now: Date): boolean => plusMs(day, days(1) + keptAfterMs) <= now;

const shown = ({ late: _, ...day }: ComputedDay): AccountDay => day;

const total = (all: readonly DaySums[]): DaySums => {
  const count = (of: (day: DaySums) => number) => all.reduce((sum, day) => sum + of(day), 0);
  const kurus = (of: (day: DaySums) => bigint) => all.reduce((sum, day) => sum + of(day), 0n);
  return {
    capturedCount: count((day) => day.capturedCount),
    capturedKurus: kurus((day) => day.capturedKurus),
    notCapturedCount: count((day) => day.notCapturedCount),
    refundedCount: count((day) => day.refundedCount),
    refundedKurus: kurus((day) => day.refundedKurus),
    commissionKurus: kurus((day) => day.commissionKurus),
    netKurus: kurus((day) => day.netKurus),
  };
};
