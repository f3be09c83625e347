import { type StatementBook, type StatementKind, statementKinds } from "@/server/domain/statements/statement";
import { type Db, inTx } from "../db";
import type { PartnerId } from "../tenant";
import type { Connection } from "./snapshot";

// The sums of the days of a book (D-398). A day is a date in Istanbul, `YYYY-MM-DD`. Amounts in signed kuruş.

/** The sum of one kind at one terminal. */
export interface DayTotal {
  readonly day: string;
  readonly kind: StatementKind;
  /** Empty for movements without a terminal. */
  readonly terminalId: string;
  readonly count: number;
  readonly amountKurus: bigint;
  readonly commissionKurus: bigint;
}

/** The totals of one day, with its date also where it has none. */
export interface ComputedDay {
  readonly day: string;
  readonly totals: readonly DayTotal[];
}

interface DaysOfBook {
  readonly partnerId: PartnerId;
  readonly book: StatementBook;
  /** The first day, and the day after the last one. */
  readonly fromDay: string;
  readonly toDay: string;
}

/** Returns SQL for the instant at which a date begins in Istanbul. */
export const dayStart = (date: string): string => `((${date})::timestamp - interval '3 hours') at time zone 'UTC'`;

/** Returns the net sum of the stored days, and lists the days that are not stored. */
export async function readStoredNet(
  connection: Connection,
  { partnerId, book, fromDay, toDay }: DaysOfBook,
): Promise<{ netKurus: bigint; missing: string[] }> {
  const { rows } = await connection.query<{ net: string; missing: string[] }>(
    `select coalesce(sum(s.net_amount), 0)::bigint as net,
            coalesce(array_agg(d::date::text order by d) filter (where s.day is null), '{}') as missing
       from generate_series($3::timestamp, $4::timestamp - interval '1 day', interval '1 day') d
       left join ledger_day s on s.partner_id = $1 and s.book = $2::"LedgerBook" and s.day = d::date`,
    [partnerId, book, fromDay, toDay],
  );
  return { netKurus: BigInt(rows[0]?.net ?? 0), missing: rows[0]?.missing ?? [] };
}

/** Lists the stored totals of days, added up over the days, and the days that are not stored. */
export async function listStoredTotals(
  connection: Connection,
  { partnerId, book, fromDay, toDay }: DaysOfBook,
): Promise<{ totals: DayTotal[]; missing: string[] }> {
  const { missing } = await readStoredNet(connection, { partnerId, book, fromDay, toDay });
  const { rows } = await connection.query<TotalRow>(
    `select min(day)::text as day, kind, terminal_id as "terminalId", sum(count)::int as count,
            sum(amount)::bigint as "amountKurus", sum(commission_amount)::bigint as "commissionKurus"
       from ledger_day_total
      where partner_id = $1 and book = $2::"LedgerBook" and day >= $3::date and day < $4::date
      group by kind, terminal_id`,
    [partnerId, book, fromDay, toDay],
  );
  return { totals: rows.map(toTotal), missing };
}

/** Computes days from their entries. */
export async function computeLedgerDays(
  connection: Connection,
  { partnerId, book, days }: { partnerId: PartnerId; book: StatementBook; days: readonly string[] },
): Promise<ComputedDay[]> {
  if (days.length === 0) return [];
  const { rows } = await connection.query<TotalRow>(
    `select d.day::text as day, k.kind, coalesce(e.terminal_id, '') as "terminalId", e.count, e.amount as "amountKurus",
            e.commission as "commissionKurus"
       from unnest($3::date[]) as d(day)
      cross join unnest($4::"LedgerKind"[]) as k(kind)
      cross join lateral (
        select terminal_id, count(*)::int as count, sum(amount)::bigint as amount, sum(commission_amount)::bigint as commission
          from ledger_entry
         where partner_id = $1 and book = $2::"LedgerBook" and kind = k.kind
           and occurred_at >= ${dayStart("d.day")} and occurred_at < ${dayStart("d.day + 1")}
         group by terminal_id) e`,
    [partnerId, book, days, statementKinds],
  );
  const totals = rows.map(toTotal);
  return days.map((day) => ({ day, totals: totals.filter((total) => total.day === day) }));
}

/**
 * Stores the sums of days that have ended. Never waits: where a transaction that enters a movement of the account
 * is running, nothing is stored. With the account's lock held, no other entry can come, so a day whose entries are as
 * many as were added up has been added up completely, because entries are never changed.
 */
export async function storeLedgerDays(
  db: Db,
  { partnerId, book, days }: { partnerId: PartnerId; book: StatementBook; days: readonly ComputedDay[] },
): Promise<void> {
  if (days.length === 0) return;
  const counts = days.map(({ totals }) => totals.reduce((sum, { count }) => sum + count, 0));
  const nets = days.map(({ totals }) => totals.reduce((sum, total) => sum + netOf(total), 0n));
  const dates = days.map(({ day }) => day);
  const totals = days.flatMap((day) => day.totals);
  const [kinds, terminals] = [totals.map(({ kind }) => kind), totals.map(({ terminalId }) => terminalId)];
  await inTx(db, async (tx) => {
    const locked = await tx.$queryRaw<unknown[]>`select 1 from partner where id = ${partnerId} for update skip locked`;
    if (locked.length === 0) return;
    await tx.$executeRaw`
      with stored as (
        insert into ledger_day (partner_id, book, day, net_amount)
        select ${partnerId}, ${book}::"LedgerBook", d.day, d.net
          from unnest(${dates}::date[], ${nets}::bigint[], ${counts}::int[]) as d(day, net, count)
         where d.count = (
           select count(*) from unnest(${[...statementKinds]}::"LedgerKind"[]) as k(kind)
             join ledger_entry e on e.partner_id = ${partnerId} and e.book = ${book}::"LedgerBook" and e.kind = k.kind
            where e.occurred_at >= (d.day::timestamp - interval '3 hours') at time zone 'UTC'
              and e.occurred_at < ((d.day + 1)::timestamp - interval '3 hours') at time zone 'UTC')
        on conflict do nothing
        returning day)
      insert into ledger_day_total (partner_id, book, day, kind, terminal_id, count, amount, commission_amount)
      select ${partnerId}, ${book}::"LedgerBook", t.*
        from unnest(${totals.map(({ day }) => day)}::date[], ${kinds}::"LedgerKind"[], ${terminals}::text[],
                    ${totals.map(({ count }) => count)}::int[], ${totals.map(({ amountKurus }) => amountKurus)}::bigint[],
                    ${totals.map(({ commissionKurus }) => commissionKurus)}::bigint[])
               as t(day, kind, terminal_id, count, amount, commission_amount)
        join stored using (day)`;
  });
}

export const netOf = ({ amountKurus, commissionKurus }: Pick<DayTotal, "amountKurus" | "commissionKurus">): bigint =>
  amountKurus + commissionKurus;

/** A row as the driver returns it: 64-bit numbers are strings. */
type TotalRow = Omit<DayTotal, "amountKurus" | "commissionKurus"> & { amountKurus: string; commissionKurus: string };

const toTotal = (row: TotalRow): DayTotal => ({
  ...row,
  amountKurus: BigInt(row.amountKurus),
  commissionKurus: BigInt(row.commissionKurus),
});

/** Finds when the first movement of an account happened, from an instant on where one is given; null without any. */
export async function findFirstMovement(
  connection: Connection,
  partnerId: PartnerId,
  from: Date | null = null,
): Promise<Date | null> {
  const { rows } = await connection.query<{ occurredAt: Date }>(
    `select occurred_at as "occurredAt" from ledger_entry
      where partner_id = $1 and occurred_at >= coalesce($2, '-infinity'::timestamptz) order by occurred_at, id limit 1`,
    [partnerId, from],
  );
  return rows[0]?.occurredAt ?? null;
}
