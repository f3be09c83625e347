import { istanbulDayStart } from "@/server/domain/business-day";
import { days, hours, plusMs } from "@/server/domain/clock";
import {
  type AccountDay,
  type AddedUpDay,
  addUpDays,
  type DaySums,
  keepDays,
  listKeptDays,
} from "@/server/store/accounts/account-days";
import { findOpenness } from "@/server/store/accounts/attention";
import type { Db } from "@/server/store/db";
import type { PartnerId } from "@/server/store/tenant";
import type { Ctx } from "../ctx";

export type { AccountDay, DaySums };

/** How an account does. Days are Istanbul's; amounts in kuruş. */
export interface Home {
  readonly asOf: Date;
  readonly today: AccountDay;
  readonly yesterday: AccountDay;
  /** Today and the 29 days before it. */
  readonly recent: DaySums;
  /** The 30 days before those. */
  readonly before: DaySums;
  /** Those of `recent`, the oldest first. */
  readonly days: readonly AccountDay[];
  readonly openLinkCount: number;
  /** Nothing has ever been begun. */
  readonly isNew: boolean;
}

/** Days that are shown, and again as many to compare them with. */
const dayCount = 30;

/**
 * A day's sums are kept once it has been over for so long, ms: whatever happened in it has been written down by then, as no
 * transaction lasts that long, or is noted as late (`late_ending`).
 */
const keptAfterMs = hours(1);

/** What an account took, gave back and is owed: today and in the last 30 days, day by day (exact to the kuruş). */
export async function getHome(ctx: Ctx, { partnerId }: { partnerId: PartnerId }): Promise<Home> {
  const now = ctx.clock.now();
  const [sums, openness] = await Promise.all([
    sumDays(ctx.db, partnerId, now),
    findOpenness(ctx.db, partnerId, now),
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

/** The sums of the last 60 days, the oldest first: of days that are over from what was kept of them, where that holds. */
async function sumDays(db: Db, partnerId: PartnerId, now: Date): Promise<AccountDay[]> {
  const today = istanbulDayStart(now);
  const wanted = Array.from({ length: 2 * dayCount }, (_, index) => plusMs(today, -days(index))).reverse();
  const kept = await listKeptDays(db, { partnerId, from: wanted[0] as Date, to: today });
  const known = new Map(kept.map((day) => [day.day.getTime(), day]));
  const added = await addUpDays(
    db,
    partnerId,
    wanted.filter((day) => !known.has(day.getTime())),
  );
  await keepDays(
    db,
    partnerId,
    added.filter(({ day }) => isKept(day, now)),
  );
  for (const day of added) known.set(day.day.getTime(), day);
  return wanted.map((day) => shown(known.get(day.getTime()) as AddedUpDay));
}

const isKept = (day: Date, now: Date): boolean => plusMs(day, days(1) + keptAfterMs) <= now;

const shown = ({ late: _, ...day }: AddedUpDay): AccountDay => day;

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
