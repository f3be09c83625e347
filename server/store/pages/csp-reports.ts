import { Prisma } from "@/prisma/generated/client";
import { type CspReport, reportKindsMax } from "@/server/domain/pages/csp-report";
import { otherReports } from "@/server/domain/pages/csp-report-list";
import type { Db, Tx } from "../db";

/** Equal reports of one day (Istanbul). */
export interface CspReportRow extends CspReport {
  readonly id: string;
  readonly day: Date;
  readonly isOurs: boolean;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

export interface CountedReport extends CspReport {
  /** The id of the row where these reports have none yet. */
  readonly id: string;
  readonly day: Date;
  readonly isOurs: boolean;
  readonly at: Date;
}

/**
 * Counts a report in the row of its day and kind. When the day has as many kinds as it may have, a new kind is counted
 * as `other`, without its addresses. Returns whether it was. Reports that arrive together may pass the bound by a few.
 */
export async function countCspReport(db: Db, report: CountedReport): Promise<boolean> {
  const { id, day, isOurs, directive, blocked, document, at } = report;
  const rows = await db.prisma.$queryRaw<{ isOther: boolean }[]>`
    with kinds as (
      select (select count(*) from csp_report where day = ${day} and is_ours = ${isOurs}) >= ${reportKindsMax}
             and not exists (
               select 1 from csp_report
                where day = ${day} and is_ours = ${isOurs} and directive = ${directive} and blocked = ${blocked}
                  and document = ${document}) as is_full)
    insert into csp_report as present (id, day, is_ours, directive, blocked, document, count, first_at, last_at)
    select ${id}, ${day}::timestamptz, ${isOurs}, case when is_full then ${otherReports} else ${directive} end,
           case when is_full then '' else ${blocked} end, case when is_full then '' else ${document} end, 1,
           ${at}::timestamptz, ${at}::timestamptz
      from kinds
    on conflict (day, is_ours, directive, blocked, document) do update
       set count = present.count + 1, last_at = greatest(present.last_at, excluded.last_at)
    returning (present.directive = ${otherReports} and ${directive} <> ${otherReports}) as "isOther"`;
  return rows[0]?.isOther ?? false;
}

/** Returns how many reports of a day and kind came about pages of ours, whatever the page. */
export async function sumCspReports(
  db: Db,
  { day, directive, blocked }: Pick<CspReportRow, "day" | "directive" | "blocked">,
): Promise<number> {
  const { _sum: sum } = await db.prisma.cspReport.aggregate({
    where: { day, isOurs: true, directive, blocked },
    _sum: { count: true },
  });
  return sum.count ?? 0;
}

/**
 * Returns how many alerts of reports were raised since an instant, and whether that of a subject was raised or closed
 * since then. Waits for others who count, until the end of the transaction.
 */
export async function countCspAlerts(tx: Tx, subject: string, since: Date): Promise<{ count: number; has: boolean }> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('csp_alerts', 0))`;
  const [row] = await tx.$queryRaw<{ count: number; has: boolean }[]>`
    select count(*) filter (where created_at >= ${since})::int as count,
           coalesce(bool_or(subject = ${subject}), false) as has
      from staff_alert where kind = 'csp_report' and (created_at >= ${since} or closed_at >= ${since})`;
  return row ?? { count: 0, has: false };
}

/** The position of the last row of a page. */
export interface CspReportPosition {
  readonly lastAt: Date;
  readonly id: string;
}

export interface CspReportSelection {
  /** Pages of ours, or addresses that are none; null for both. */
  readonly isOurs: boolean | null;
  readonly directives: readonly string[] | null;
  readonly after: CspReportPosition | null;
  readonly countMax: number;
}

/** Lists a page of the reports, the latest first. */
export function listCspReportRows(db: Db, selection: CspReportSelection): Promise<CspReportRow[]> {
  const { isOurs, directives, after, countMax } = selection;
  const conditions = [
    Prisma.sql`true`,
    ...(isOurs === null ? [] : [Prisma.sql`is_ours = ${isOurs}`]),
    ...(directives ? [Prisma.sql`directive = any(${[...directives]}::text[])`] : []),
    ...(after ? [Prisma.sql`(last_at, id) < (${after.lastAt}::timestamptz, ${after.id})`] : []),
  ];
  return db.prisma.$queryRaw<CspReportRow[]>`
    select id, day, is_ours as "isOurs", directive, blocked, document, count, first_at as "firstAt",
           last_at as "lastAt"
      from csp_report where ${Prisma.join(conditions, " and ")} order by last_at desc, id desc limit ${countMax}`;
}
