import { type Backlog, backlogCountMax } from "@/server/domain/operations/backlog";
import type { Db } from "../db";

/** Counts at most `backlogCountMax` rows, and finds the greatest `age` of them in seconds. */
const waiting = (rows: string): string => `
  (select json_build_object('count', count(*), 'oldestSeconds',
            greatest(0, coalesce(extract(epoch from max(age)), 0)))
     from (select age from (${rows}) as found limit ${backlogCountMax}) as counted)`;

/**
 * The conditions are literals: with parameters PostgreSQL could not use the partial indexes. Where many rows may wait,
 * they are read in the order of the index, because PostgreSQL could otherwise look for them in the whole table.
 */
const backlogSql = `
select json_build_object(
  'paymentsInitiated', (select count(*) from (
     select 1 from payment where status = 'initiated' and capture_started_at is null
      order by expires_at limit ${backlogCountMax}) as counted),
  'capturing', ${waiting(`
     select $1::timestamptz - capture_sent_at as age from attempt where next_inquiry_at is not null and status = 'capturing'`)},
  'captureUnknown', ${waiting(`
     select $1::timestamptz - unknown_since as age from attempt where next_inquiry_at is not null and status = 'unknown'`)},
  'refundsPending', ${waiting("select $1::timestamptz - created_at as age from refund where status = 'pending'")},
  'moneyReturnsPending', ${waiting(
    "select $1::timestamptz - created_at as age from money_return where next_inquiry_at is not null",
  )},
  'outbox', ${waiting(
    "select $1::timestamptz - created_at as age from outbox_event where relayed_at is null order by created_at, id",
  )},
  'deliveries', ${waiting(`
     select $1::timestamptz - next_attempt_at as age from webhook_delivery where next_attempt_at is not null
      order by next_attempt_at`)},
  'retrying', (select json_build_object('deliveries', count(*), 'receivers', count(distinct partner_id))
     from (select partner_id from (
             select partner_id, attempts from webhook_delivery where next_attempt_at is not null
              order by next_attempt_at limit ${backlogCountMax}) as due where attempts > 0) as failed),
  'mails', ${waiting("select $1::timestamptz - created_at as age from mail_message where status = 'pending'")},
  'jobs', ${waiting("select $2::timestamptz - run_at as age from executor_job order by run_at")},
  'alerts', (select coalesce(json_object_agg(kind, count), '{}') from (
     select kind, count(*) as count
       from (select kind from staff_alert where closed_at is null limit ${backlogCountMax}) as counted
      group by kind) as kinds),
  'cronSeconds', (select extract(epoch from $2::timestamptz - cron_at) from last_sweep),
  'watchSeconds', (select extract(epoch from $2::timestamptz - watch_at) from last_sweep)) as backlog`;

interface BacklogJson extends Omit<Backlog, "deliveriesRetrying" | "receiversFailing" | "sweepSeconds"> {
  readonly retrying: { readonly deliveries: number; readonly receivers: number };
  readonly cronSeconds: number | null;
  readonly watchSeconds: number | null;
}

/**
 * Reads what waits, in one statement whose parts read partial indexes of open rows only (D-352).
 * @param now the product's time
 * @param realNow real time, which jobs and sweeps have (D-47)
 */
export async function readBacklog(db: Db, now: Date, realNow: Date): Promise<Backlog> {
  const { rows } = await db.pool.query<{ backlog: BacklogJson }>({
    name: "read-backlog",
    text: backlogSql,
    values: [now, realNow],
  });
  const found = rows[0]?.backlog;
  if (!found) throw new Error("The database has not answered what waits");
  const { retrying, cronSeconds, watchSeconds, ...backlog } = found;
  return {
    ...backlog,
    deliveriesRetrying: retrying.deliveries,
    receiversFailing: retrying.receivers,
    sweepSeconds: { cron: cronSeconds, watch: watchSeconds },
  };
}
