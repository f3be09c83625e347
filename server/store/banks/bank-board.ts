import { type CallResult, countsKeptDays, latencyBoundsMs, slowMs } from "@/server/domain/banks/bank-calls";
import type { HostFacts, RecentSums } from "@/server/domain/banks/bank-condition";
import { days, hours, minutes, plusMs } from "@/server/domain/clock";
import type { Db } from "../db";

/** What all processes know of a bank's host. */
interface HostRow extends HostFacts {
  readonly bank: string;
  readonly host: string;
  readonly lastAnswerAt: Date | null;
  readonly lastAnswer: CallResult | null;
  readonly lastFailure: CallResult | null;
  readonly reachedAt: Date | null;
}

/** A bank's host with what its alerts depend on. */
export interface WatchedHost extends HostRow, RecentSums {}

interface WatchedRow extends HostRow {
  readonly nowCalls: number;
  readonly nowSlow: number;
  readonly latelyCalls: number;
  readonly latelySlow: number;
  readonly mismatches: number;
  readonly mismatchesLately: number;
}

/** The first class of slow calls, counted from 1 as SQL does. */
const slowFrom = latencyBoundsMs.indexOf(slowMs) + 2;

/** Lists the banks' hosts with what happened in the last half hour, which an index by the minute finds. */
export async function listWatchedHosts(db: Db, now: Date): Promise<WatchedHost[]> {
  const since = (ms: number): Date => plusMs(now, -ms);
  const rows = await db.prisma.$queryRaw<WatchedRow[]>`
    with recent as (
      select bank, host, minute, calls, hash_mismatches,
             timeouts + (select coalesce(sum(n), 0) from unnest(latency[${slowFrom}::int:]) n) as slow
        from bank_minute where minute > ${since(minutes(31))}),
    sums as (
      select bank, host,
             coalesce(sum(calls) filter (where minute > ${since(minutes(2))}), 0)::int as now_calls,
             coalesce(sum(slow) filter (where minute > ${since(minutes(2))}), 0)::int as now_slow,
             coalesce(sum(calls) filter (where minute > ${since(minutes(5))}), 0)::int as lately_calls,
             coalesce(sum(slow) filter (where minute > ${since(minutes(5))}), 0)::int as lately_slow,
             coalesce(sum(hash_mismatches) filter (where minute > ${since(minutes(11))}), 0)::int as mismatches,
             sum(hash_mismatches)::int as mismatches_lately
        from recent group by bank, host)
    select bank, host, s.last_answer_at as "lastAnswerAt", s.last_answer as "lastAnswer",
           s.last_failure_at as "lastFailureAt", s.last_failure as "lastFailure", s.reached_at as "reachedAt",
           coalesce(s.failures_in_row, 0) as "failuresInRow", coalesce(s.unreached_in_row, 0) as "unreachedInRow",
           coalesce(now_calls, 0) as "nowCalls", coalesce(now_slow, 0) as "nowSlow",
           coalesce(lately_calls, 0) as "latelyCalls", coalesce(lately_slow, 0) as "latelySlow",
           coalesce(mismatches, 0) as mismatches, coalesce(mismatches_lately, 0) as "mismatchesLately"
      from (select bank, host from bank_state union select bank, host from sums) known
      left join bank_state s using (bank, host) left join sums using (bank, host)
     order by bank, host`;
  return rows.map(({ nowCalls, nowSlow, latelyCalls, latelySlow, ...row }) => ({
    ...row,
    now: { calls: nowCalls, slow: nowSlow },
    lately: { calls: latelyCalls, slow: latelySlow },
  }));
}

/** The sums of one minute at a bank's host. */
export interface MinuteRow {
  readonly bank: string;
  readonly host: string;
  readonly minute: Date;
  readonly calls: number;
  readonly answered: number;
  readonly refused: number;
  /** The answered calls by their time, in the classes of `latencyBoundsMs`. */
  readonly latency: readonly number[];
}

/** Lists the sums of the last hour. */
export const listMinutes = (db: Db, now: Date): Promise<MinuteRow[]> =>
  db.prisma.bankMinute.findMany({
    where: { minute: { gt: plusMs(now, -hours(1)) } },
    select: { bank: true, host: true, minute: true, calls: true, answered: true, refused: true, latency: true },
  });

/** The sums of half an hour at a bank's host. */
export interface HalfHourRow {
  readonly bank: string;
  readonly host: string;
  /** The start of the half hour. */
  readonly at: Date;
  readonly calls: number;
  readonly answered: number;
  readonly hashMismatches: number;
}

/** Lists the sums of the half hours of the last day, the oldest first. */
export const listHalfHours = (db: Db, now: Date): Promise<HalfHourRow[]> =>
  db.prisma.$queryRaw<HalfHourRow[]>`
    select bank, host, date_bin('30 minutes', minute, 'epoch') as at, sum(calls)::int as calls,
           sum(answered)::int as answered, sum(hash_mismatches)::int as "hashMismatches"
      from bank_minute where minute > ${plusMs(now, -days(1))} group by 1, 2, 3 order by 3`;

/** How many terminals use a bank, and how many calls that move money at it have no known outcome. */
export interface BankUse {
  readonly bank: string;
  readonly terminals: number;
  readonly openOutcomes: number;
}

/** Lists the banks of active terminals, and those with open calls. The latter are in partial indexes. */
export const listBankUse = (db: Db, sentBefore: Date): Promise<BankUse[]> =>
  db.prisma.$queryRaw<BankUse[]>`
    with open as (
      select id as attempt_id from attempt
       where next_inquiry_at is not null and status in ('capturing', 'unknown') and capture_sent_at < ${sentBefore}
      union all
      select attempt_id from refund
       where next_inquiry_at is not null and status = 'pending' and sent_at < ${sentBefore}
      union all
      select attempt_id from money_return
       where next_inquiry_at is not null and status = 'pending' and created_at < ${sentBefore}),
    open_at as (
      select c.bank, count(*)::int as n
        from open join attempt a on a.id = open.attempt_id join bank_connection c on c.id = a.connection_id
       group by c.bank),
    used as (select bank, count(*)::int as n from terminal where active group by bank)
    select bank, coalesce(used.n, 0) as terminals, coalesce(open_at.n, 0) as "openOutcomes"
      from used full join open_at using (bank) order by bank`;

/** Erases the sums that are older than they are kept, and the states of hosts that were not called for as long. */
export async function eraseOldCounts(db: Db, now: Date): Promise<void> {
  const until = plusMs(now, -days(countsKeptDays));
  await db.prisma.bankMinute.deleteMany({ where: { minute: { lt: until } } });
  const isOld = [{ lastAnswerAt: null }, { lastAnswerAt: { lt: until } }];
  await db.prisma.bankState.deleteMany({
    where: { OR: isOld, AND: [{ OR: [{ lastFailureAt: null }, { lastFailureAt: { lt: until } }] }] },
  });
}
