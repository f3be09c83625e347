import {
  type StatementBook,
  type StatementKind,
  statementBooks,
  statementKinds,
} from "@/server/domain/statements/statement";
import type { CommissionFigure } from "@/server/domain/statements/taxes";
import type { Tx } from "../db";
import type { PartnerId } from "../tenant";
import { dayStart } from "./ledger-days";
import type { Connection } from "./snapshot";

// The closed months of an account (D-398). A month is `YYYY-MM`, a day `YYYY-MM-DD`, both in Istanbul. Amounts in
// signed kuruş.

/** What a month's movements of one kind add up to. */
export interface MonthTotal {
  readonly book: StatementBook;
  readonly kind: StatementKind;
  readonly count: number;
  readonly amountKurus: bigint;
  readonly commissionKurus: bigint;
  readonly fixedFeesKurus: bigint;
}

/** What the movements of one kind on one day add up to. */
export interface MonthDayTotal extends MonthTotal {
  readonly day: string;
}

export interface ClosedMonth {
  readonly month: string;
  readonly endsAt: Date;
  readonly openingKurus: bigint;
  readonly closingKurus: bigint;
  readonly closedAt: Date;
  /** The name of the user who closed it, or the e-mail address where there is none. */
  readonly closedBy: string;
}

const columns = `
  to_char(m.month, 'YYYY-MM') as month, m.ends_at as "endsAt", m.opening_amount as "openingKurus",
  m.closing_amount as "closingKurus", m.closed_at as "closedAt", coalesce(nullif(u.name, ''), u.email) as "closedBy"`;

type MonthRow = Omit<ClosedMonth, "openingKurus" | "closingKurus"> & { openingKurus: string; closingKurus: string };

const toMonth = (row: MonthRow): ClosedMonth => ({
  ...row,
  openingKurus: BigInt(row.openingKurus),
  closingKurus: BigInt(row.closingKurus),
});

/** Lists the closed months of an account, the newest first. */
export async function listClosedMonths(connection: Connection, partnerId: PartnerId): Promise<ClosedMonth[]> {
  const { rows } = await connection.query<MonthRow>(
    `select ${columns} from statement_month m join panel_user u on u.id = m.closed_by
      where m.partner_id = $1 order by m.month desc`,
    [partnerId],
  );
  return rows.map(toMonth);
}

/** Finds the newest closed month that ended at an instant or before it. */
export async function findLastClosed(
  connection: Connection,
  partnerId: PartnerId,
  until: Date,
): Promise<ClosedMonth | null> {
  const { rows } = await connection.query<MonthRow>(
    `select ${columns} from statement_month m join panel_user u on u.id = m.closed_by
      where m.partner_id = $1 and m.ends_at <= $2 order by m.month desc limit 1`,
    [partnerId, until],
  );
  return rows[0] ? toMonth(rows[0]) : null;
}

/** Lists the frozen totals of a closed month. */
export async function listMonthTotals(
  connection: Connection,
  partnerId: PartnerId,
  month: string,
): Promise<MonthTotal[]> {
  const { rows } = await connection.query<TotalRow<MonthTotal>>(
    `select book, kind, count, amount as "amountKurus", commission_amount as "commissionKurus",
            fixed_fee_amount as "fixedFeesKurus"
       from statement_total where partner_id = $1 and month = $2::date order by book, kind`,
    [partnerId, `${month}-01`],
  );
  return rows.map(toTotal);
}

type FigureRow = Omit<CommissionFigure, "amountKurus" | "baseKurus" | "taxKurus"> & {
  month: string;
  amountKurus: string;
  baseKurus: string;
  taxKurus: string;
};

/** Lists the figures of the invoices of closed months, with the month of each. */
export async function listCommissionFigures(
  connection: Connection,
  partnerId: PartnerId,
  month: string | null,
): Promise<(CommissionFigure & { month: string })[]> {
  const { rows } = await connection.query<FigureRow>(
    `select to_char(month, 'YYYY-MM') as month, book, part, tax, rate_bps as "rateBps", from_day::text as "fromDay",
            amount as "amountKurus", base_amount as "baseKurus", tax_amount as "taxKurus"
       from statement_commission where partner_id = $1 and ($2::date is null or month = $2::date)
      order by month, book, part, from_day`,
    [partnerId, month === null ? null : `${month}-01`],
  );
  return rows.map((row) => ({
    ...row,
    amountKurus: BigInt(row.amountKurus),
    baseKurus: BigInt(row.baseKurus),
    taxKurus: BigInt(row.taxKurus),
  }));
}

type TotalRow<T extends MonthTotal> = Omit<T, "amountKurus" | "commissionKurus" | "fixedFeesKurus"> & {
  amountKurus: string;
  commissionKurus: string;
  fixedFeesKurus: string;
};

const toTotal = <T extends MonthTotal>(row: TotalRow<T>) => ({
  ...row,
  amountKurus: BigInt(row.amountKurus),
  commissionKurus: BigInt(row.commissionKurus),
  fixedFeesKurus: BigInt(row.fixedFeesKurus),
});

/** Adds up days from the entries of both books, with the fixed fees that their postings show. */
export async function sumMonthDays(
  connection: Connection,
  partnerId: PartnerId,
  days: readonly string[],
): Promise<MonthDayTotal[]> {
  const { rows } = await connection.query<TotalRow<MonthDayTotal>>(
    `select d.day::text as day, b.book, k.kind, e.count, e.amount as "amountKurus", e.commission as "commissionKurus",
            e.fees as "fixedFeesKurus"
       from unnest($2::date[]) as d(day)
      cross join unnest($3::"LedgerBook"[]) as b(book)
      cross join unnest($4::"LedgerKind"[]) as k(kind)
      cross join lateral (
        select count(*)::int as count, sum(one.amount)::bigint as amount, sum(one.commission_amount)::bigint as commission,
               coalesce(sum((select sum(case when p.credit = 'fixed_fees' then - p.amount else p.amount end)
                               from ledger_posting p where p.entry_id = one.id and p.part = 'fixed_fees')), 0)::bigint as fees
          from ledger_entry one
         where one.partner_id = $1 and one.book = b.book and one.kind = k.kind
           and one.occurred_at >= ${dayStart("d.day")} and one.occurred_at < ${dayStart("d.day + 1")}) e
      where e.count > 0
      order by d.day, b.book, k.kind`,
    [partnerId, days, statementBooks, statementKinds],
  );
  return rows.map(toTotal) as MonthDayTotal[];
}

/** Counts the entries of an account in a span that are lines of a statement, in both books. */
export async function countLines(tx: Tx, partnerId: PartnerId, from: Date, to: Date): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int as count
      from unnest(${[...statementBooks]}::"LedgerBook"[]) as b(book)
     cross join unnest(${[...statementKinds]}::"LedgerKind"[]) as k(kind)
      join ledger_entry e on e.partner_id = ${partnerId} and e.book = b.book and e.kind = k.kind
     where e.occurred_at >= ${from} and e.occurred_at < ${to}`;
  return row?.count ?? 0;
}

/** Finds the newest closed month within a transaction that holds the account's lock. */
export const findNewestClosed = (tx: Tx, partnerId: PartnerId) =>
  tx.statementMonth.findFirst({
    where: { partnerId },
    orderBy: { month: "desc" },
    select: { month: true, endsAt: true, closingAmount: true },
  });

export interface NewClosedMonth {
  readonly partnerId: PartnerId;
  readonly month: string;
  readonly endsAt: Date;
  readonly openingKurus: bigint;
  readonly closingKurus: bigint;
  readonly closedAt: Date;
  readonly closedBy: string;
  readonly totals: readonly MonthTotal[];
  readonly figures: readonly CommissionFigure[];
}

/** Writes a closed month: its figures first, because nothing can be added to a month that is closed. */
export async function insertClosedMonth(tx: Tx, closed: NewClosedMonth): Promise<void> {
  const key = { partnerId: closed.partnerId, month: new Date(`${closed.month}-01`) };
  await tx.statementTotal.createMany({
    data: closed.totals.map(({ book, kind, count, amountKurus, commissionKurus, fixedFeesKurus }) => ({
      ...key,
      book,
      kind,
      count,
      amount: amountKurus,
      commissionAmount: commissionKurus,
      fixedFeeAmount: fixedFeesKurus,
    })),
  });
  await tx.statementCommission.createMany({
    data: closed.figures.map(({ book, part, fromDay, tax, rateBps, amountKurus, baseKurus, taxKurus }) => ({
      ...key,
      book,
      part,
      fromDay: new Date(fromDay),
      tax,
      rateBps,
      amount: amountKurus,
      baseAmount: baseKurus,
      taxAmount: taxKurus,
    })),
  });
  await tx.statementMonth.create({
    data: {
      ...key,
      endsAt: closed.endsAt,
      openingAmount: closed.openingKurus,
      closingAmount: closed.closingKurus,
      closedAt: closed.closedAt,
      closedBy: closed.closedBy,
    },
  });
}
