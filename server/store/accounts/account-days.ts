import type { Db } from "../db";
import { prepareStatement, recordTable } from "../named-sql";
import type { PartnerId } from "../tenant";

/** The sums of one or several days of an account. Amounts in kuruş. */
export interface DaySums {
  readonly capturedCount: number;
  readonly capturedKurus: bigint;
  /** The number of payments that failed or expired. */
  readonly notCapturedCount: number;
  /** The number of approved voids and credits. */
  readonly refundedCount: number;
  readonly refundedKurus: bigint;
  /** The commission of the captures, less the commission that voids gave back. */
  readonly commissionKurus: bigint;
  /** The sum of the booked settlements (D-39). Direct collection books none. */
  readonly netKurus: bigint;
}

export interface AccountDay extends DaySums {
  /** The midnight in Istanbul at which the day begins. */
  readonly day: Date;
}

/** A computed day with the number of its late endings (rows of `late_ending`) that its sums include. */
export interface ComputedDay extends AccountDay {
  readonly late: number;
}

const columns = `
  day, captured_count as "capturedCount", captured_amount as "capturedKurus", not_captured_count as "notCapturedCount",
  refunded_count as "refundedCount", refunded_amount as "refundedKurus", commission_amount as "commissionKurus",
  net_amount as "netKurus", late`;

/**
 * Lists the stored days of an account that are still valid: their sums include every late ending. A day whose number of
 * late endings has grown since is left out, so that the caller computes it again.
 */
export async function listStoredDays(
  db: Db,
  { partnerId, from, to }: { partnerId: PartnerId; from: Date; to: Date },
): Promise<ComputedDay[]> {
  const { rows } = await db.pool.query<Row>({
    name: "list-kept-days",
    text: `select ${columns} from account_day d
            where partner_id = $1 and day >= $2 and day < $3
              and late = (select count(*) from late_ending l where l.partner_id = $1 and l.day = d.day)`,
    values: [partnerId, from, to],
  });
  return rows.map(toDay);
}

/** Computes days of an account from its payments, refunds, corrections and settlements, in one snapshot. */
export async function computeDays(db: Db, partnerId: PartnerId, days: readonly Date[]): Promise<ComputedDay[]> {
  if (days.length === 0) return [];
  const { rows } = await db.pool.query<Row>({
    name: "add-up-days",
    text: addUpSql,
    values: [partnerId, days],
  });
  return rows.map(toDay);
}

/**
 * Reads one range of a covering index for each day and kind; only voids and corrections need the payment rows as well.
 */
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

const computed = recordTable<ComputedDay>("d", {
  day: ["timestamptz", ({ day }) => day],
  captured_count: ["int", ({ capturedCount }) => capturedCount],
  captured_amount: ["bigint", ({ capturedKurus }) => capturedKurus],
  not_captured_count: ["int", ({ notCapturedCount }) => notCapturedCount],
  refunded_count: ["int", ({ refundedCount }) => refundedCount],
  refunded_amount: ["bigint", ({ refundedKurus }) => refundedKurus],
  commission_amount: ["bigint", ({ commissionKurus }) => commissionKurus],
  net_amount: ["bigint", ({ netKurus }) => netKurus],
  late: ["int", ({ late }) => late],
});

const storeStatement = prepareStatement(
  "keep-days",
  `insert into account_day as kept (partner_id, ${computed.names})
   select :partnerId, d.* from ${computed.sql}
       on conflict (partner_id, day) do update
      set captured_count = excluded.captured_count, captured_amount = excluded.captured_amount,
          not_captured_count = excluded.not_captured_count, refunded_count = excluded.refunded_count,
          refunded_amount = excluded.refunded_amount, commission_amount = excluded.commission_amount,
          net_amount = excluded.net_amount, late = excluded.late
    where kept.late < excluded.late`,
);

/** Stores the sums of ended days. Where two processes computed the same day, the result with more late endings wins. */
export async function storeDays(db: Db, partnerId: PartnerId, days: readonly ComputedDay[]): Promise<void> {
  if (days.length === 0) return;
  await db.pool.query(storeStatement({ partnerId, ...computed.values(days) }));
}

/** A row as the driver returns it: 64-bit numbers are strings. */
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

const toDay = (row: Row): ComputedDay => ({
  ...row,
  capturedKurus: BigInt(row.capturedKurus),
  refundedKurus: BigInt(row.refundedKurus),
  commissionKurus: BigInt(row.commissionKurus),
  netKurus: BigInt(row.netKurus),
});
