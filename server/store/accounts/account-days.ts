import type { Db } from "../db";
import type { PartnerId } from "../tenant";

/** What a day, or several, brought an account. Amounts in kuruş. */
export interface DaySums {
  readonly capturedCount: number;
  readonly capturedKurus: bigint;
  /** Payments that ended without money: failed, or expired. */
  readonly notCapturedCount: number;
  /** Voids and credits that were approved. */
  readonly refundedCount: number;
  readonly refundedKurus: bigint;
  /** Of the captures, less what voids gave back of it. */
  readonly commissionKurus: bigint;
  /** The sum of the settlements that were booked (D-39): nothing for direct collection. */
  readonly netKurus: bigint;
}

export interface AccountDay extends DaySums {
  /** Midnight in Istanbul at which it begins. */
  readonly day: Date;
}

/** A day as it was added up, with how many of its endings had been written down late by then. */
export interface AddedUpDay extends AccountDay {
  readonly late: number;
}

const columns = `
  day, captured_count as "capturedCount", captured_amount as "capturedKurus", not_captured_count as "notCapturedCount",
  refunded_count as "refundedCount", refunded_amount as "refundedKurus", commission_amount as "commissionKurus",
  net_amount as "netKurus", late`;

/** The kept sums of an account's days that still hold: whatever was written down late has been added up with them. */
export async function listKeptDays(
  db: Db,
  { partnerId, from, to }: { partnerId: PartnerId; from: Date; to: Date },
): Promise<AddedUpDay[]> {
  const { rows } = await db.pool.query<Row>({
    name: "list-kept-days",
    text: `select ${columns} from account_day d
            where partner_id = $1 and day >= $2 and day < $3
              and late = (select count(*) from late_ending l where l.partner_id = $1 and l.day = d.day)`,
    values: [partnerId, from, to],
  });
  return rows.map(toDay);
}

/** Adds days of an account up from its payments, refunds and settlements, as they were at one instant. */
export async function addUpDays(db: Db, partnerId: PartnerId, days: readonly Date[]): Promise<AddedUpDay[]> {
  if (days.length === 0) return [];
  const { rows } = await db.pool.query<Row>({
    name: "add-up-days",
    text: addUpSql,
    values: [partnerId, days],
  });
  return rows.map(toDay);
}

/** One stretch of a covering index for each day and kind: the rows themselves are read for voids alone. */
const addUpSql = `
  select d.day, c.count as "capturedCount", c.amount as "capturedKurus", n.count as "notCapturedCount",
         r.count as "refundedCount", r.amount + k.amount as "refundedKurus",
         c.commission - v.commission - k.commission as "commissionKurus",
         s.amount as "netKurus", l.count as late
    from unnest($2::timestamptz[]) as d(day)
   cross join lateral (
     select count(*)::int, coalesce(sum(amount), 0)::bigint as amount,
            coalesce(sum(commission_amount), 0)::bigint as commission
       from payment
      where partner_id = $1 and captured_at >= d.day and captured_at < d.day + interval '24 hours') c
   cross join lateral (
     select count(*)::int from payment
      where partner_id = $1 and status in ('failed', 'expired') and coalesce(failed_at, expired_at) >= d.day
        and coalesce(failed_at, expired_at) < d.day + interval '24 hours') n
   cross join lateral (
     select count(*)::int, coalesce(sum(amount), 0)::bigint as amount from refund
      where partner_id = $1 and status = 'approved' and resolved_at >= d.day
        and resolved_at < d.day + interval '24 hours') r
   cross join lateral (
     select coalesce(sum(commission_amount), 0)::bigint as commission
       from refund join payment on payment.id = payment_id
      where refund.partner_id = $1 and refund.status = 'approved' and method = 'void' and resolved_at >= d.day
        and resolved_at < d.day + interval '24 hours') v
   cross join lateral (
     select coalesce(sum(case when kind in ('credit_done', 'void_done') then correction.amount
                              else -correction.amount end), 0)::bigint as amount,
            coalesce(sum(case kind when 'void_done' then commission_amount when 'void_not_done' then -commission_amount
                         end), 0)::bigint as commission
       from correction join payment on payment.id = payment_id
      where correction.partner_id = $1 and correction.status = 'approved' and decided_at >= d.day
        and decided_at < d.day + interval '24 hours') k
   cross join lateral (
     select coalesce(sum(amount), 0)::bigint as amount from settlement
      where partner_id = $1 and created_at >= d.day and created_at < d.day + interval '24 hours') s
   cross join lateral (
     select count(*)::int from late_ending where partner_id = $1 and day = d.day) l`;

/** Keeps the sums of days that are over. Of two that added the same day up, the one who saw more of it is kept. */
export async function keepDays(db: Db, partnerId: PartnerId, days: readonly AddedUpDay[]): Promise<void> {
  if (days.length === 0) return;
  const column = <T>(of: (day: AddedUpDay) => T): T[] => days.map(of);
  await db.pool.query({
    name: "keep-days",
    text: keepSql,
    values: [
      partnerId,
      column(({ day }) => day),
      column(({ capturedCount }) => capturedCount),
      column(({ capturedKurus }) => capturedKurus),
      column(({ notCapturedCount }) => notCapturedCount),
      column(({ refundedCount }) => refundedCount),
      column(({ refundedKurus }) => refundedKurus),
      column(({ commissionKurus }) => commissionKurus),
      column(({ netKurus }) => netKurus),
      column(({ late }) => late),
    ],
  });
}

const keepSql = `
  insert into account_day as kept
         (partner_id, day, captured_count, captured_amount, not_captured_count, refunded_count, refunded_amount,
          commission_amount, net_amount, late)
  select $1, * from unnest($2::timestamptz[], $3::int[], $4::bigint[], $5::int[], $6::int[], $7::bigint[],
                           $8::bigint[], $9::bigint[], $10::int[])
      on conflict (partner_id, day) do update
     set captured_count = excluded.captured_count, captured_amount = excluded.captured_amount,
         not_captured_count = excluded.not_captured_count, refunded_count = excluded.refunded_count,
         refunded_amount = excluded.refunded_amount, commission_amount = excluded.commission_amount,
         net_amount = excluded.net_amount, late = excluded.late
   where kept.late < excluded.late`;

/** As the driver gives it: 64-bit numbers are texts. */
interface Row {
  readonly day: Date;
  readonly capturedCount: number;
  readonly capturedKurus: string;
  readonly notCapturedCount: number;
  readonly refundedCount: number;
  readonly refundedKurus: string;
  readonly commissionKurus: string;
  readonly netKurus: string;
  readonly late: number;
}

const toDay = (row: Row): AddedUpDay => ({
  ...row,
  capturedKurus: BigInt(row.capturedKurus),
  refundedKurus: BigInt(row.refundedKurus),
  commissionKurus: BigInt(row.commissionKurus),
  netKurus: BigInt(row.netKurus),
});
