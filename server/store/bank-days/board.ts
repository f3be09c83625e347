import type { Prisma } from "@/prisma/generated/client";
import type { DifferenceKind } from "@/server/domain/bank-days/compare-day";
import type { Db } from "../db";
import type { BankDayRow, DifferenceRow } from "./bank-days";

/** A day with the numbers of its open and explained differences, and since when (UTC) the oldest open one is open. */
export interface BoardDay extends BankDayRow {
  readonly openCount: number;
  readonly openSince: Date | null;
  readonly explainedCount: number;
}

/** A difference with its refund, the name of its account, the explainer's address, its day and its payment's hold. */
export interface BoardDifference extends DifferenceRow {
  /** The refund that the books have and a correction would deny; null where the difference is about none. */
  readonly refundId: string | null;
  readonly partner: { readonly name: string } | null;
  readonly explainer: { readonly email: string } | null;
  readonly bankDay: Pick<BankDayRow, "day" | "scope">;
  /** Null where the books have no payment of the order. */
  readonly payment: { readonly heldSince: Date | null } | null;
}

/** Lists the newest days, the latest first. */
export async function listBoardDays(db: Db, countMax: number): Promise<BoardDay[]> {
  const days = await db.prisma.bankDay.findMany({ orderBy: [{ day: "desc" }, { id: "desc" }], take: countMax });
  return addOpen(db, days);
}

/** Finds a day; null for an unknown one. */
export async function findBoardDay(db: Db, id: string): Promise<BoardDay | null> {
  const day = await db.prisma.bankDay.findUnique({ where: { id } });
  return day ? ((await addOpen(db, [day]))[0] ?? null) : null;
}

async function addOpen(db: Db, days: readonly BankDayRow[]): Promise<BoardDay[]> {
  const bankDayId = { in: days.map(({ id }) => id) };
  const [open, explained] = await Promise.all([
    db.prisma.bankDifference.groupBy({
      by: ["bankDayId"],
      where: { closedAt: null, bankDayId },
      _count: true,
      _min: { openedAt: true },
    }),
    db.prisma.bankDifference.groupBy({
      by: ["bankDayId"],
      where: { explainedBy: { not: null }, bankDayId },
      _count: true,
    }),
  ]);
  const byDay = new Map(open.map((one) => [one.bankDayId, one]));
  const explainedByDay = new Map(explained.map((one) => [one.bankDayId, one._count]));
  return days.map((day) => ({
    ...day,
    openCount: byDay.get(day.id)?._count ?? 0,
    openSince: byDay.get(day.id)?._min.openedAt ?? null,
    explainedCount: explainedByDay.get(day.id) ?? 0,
  }));
}

const withNames = {
  partner: { select: { name: true } },
  explainer: { select: { email: true } },
  bankDay: { select: { day: true, scope: true } },
  payment: { select: { heldSince: true } },
} as const;

/** Finds differences with what is shown beside them. */
async function findDifferences(
  db: Db,
  query: Pick<Prisma.BankDifferenceFindManyArgs, "where" | "orderBy" | "take">,
): Promise<BoardDifference[]> {
  const rows = await db.prisma.bankDifference.findMany({ ...query, include: withNames });
  const entryIds = rows.flatMap(({ entryId, proposedAction }) => (proposedAction === "correct" && entryId) || []);
  const entries = await db.prisma.ledgerEntry.findMany({
    where: { id: { in: entryIds } },
    select: { id: true, refundId: true },
  });
  const refunds = new Map(entries.map(({ id, refundId }) => [id, refundId]));
  return rows.map((row) => ({ ...row, refundId: refunds.get(row.entryId ?? "") ?? null }));
}

/** Which differences of a day are listed. */
export interface DifferenceSelection {
  readonly bankDayId: string;
  /** Null for every kind. */
  readonly kind: DifferenceKind | null;
  readonly countMax: number;
}

/** Lists the differences of a day: the open ones first, by their time and kind. */
export const listDifferenceRows = (
  db: Db,
  { bankDayId, kind, countMax }: DifferenceSelection,
): Promise<BoardDifference[]> =>
  findDifferences(db, {
    where: { bankDayId, ...(kind !== null && { kind }) },
    orderBy: [{ closedAt: { sort: "desc", nulls: "first" } }, { kind: "asc" }, { lineNumber: "asc" }, { id: "asc" }],
    take: countMax,
  });

/** How many differences of a kind a day has, and how many of them are open. */
export interface KindCount {
  readonly kind: DifferenceKind;
  readonly count: number;
  readonly openCount: number;
}

/** Counts the differences of a day by their kind, in the order of the kinds. */
export const countDifferences = (db: Db, bankDayId: string): Promise<KindCount[]> =>
  db.prisma.$queryRaw<KindCount[]>`
    select kind, count(*)::int as count, (count(*) filter (where closed_at is null))::int as "openCount"
      from bank_difference where bank_day_id = ${bankDayId} group by kind order by kind`;

const openClaims = (bankDayId: string) => ({ bankDayId, closedAt: null, proposedAction: "claim" });

/** Counts and adds up the open claims of a day against its bank, in kuruş. */
export async function sumOpenClaims(
  db: Db,
  bankDayId: string,
): Promise<{ readonly count: number; readonly kurus: bigint }> {
  const { _count: count, _sum: sum } = await db.prisma.bankDifference.aggregate({
    where: openClaims(bankDayId),
    _count: true,
    _sum: { proposedAmount: true },
  });
  return { count, kurus: sum.proposedAmount ?? 0n };
}

/** Lists the open claims of a day in the order of the lines of its file. */
export const listOpenClaimRows = (db: Db, bankDayId: string): Promise<BoardDifference[]> =>
  findDifferences(db, {
    where: openClaims(bankDayId),
    orderBy: [{ lineNumber: "asc" }, { id: "asc" }],
  });

/** Counts the open differences of all days, with the instant (UTC) since which the oldest one is open. */
export async function countOpenDifferences(db: Db): Promise<{ readonly count: number; readonly since: Date | null }> {
  const { _count: count, _min: oldest } = await db.prisma.bankDifference.aggregate({
    where: { closedAt: null },
    _count: true,
    _min: { openedAt: true },
  });
  return { count, since: oldest.openedAt };
}

/** Lists the open differences of all days, the oldest first. */
export const listOpenDifferenceRows = (db: Db, countMax: number): Promise<BoardDifference[]> =>
  findDifferences(db, {
    where: { closedAt: null },
    orderBy: [{ openedAt: "asc" }, { id: "asc" }],
    take: countMax,
  });

/** How many movements the books have of a bank on one of its days. */
export interface DayMovements {
  readonly day: Date;
  /** The bank, by its key in the catalogue. */
  readonly bank: string;
  readonly count: number;
}

/** Counts the movements of each bank on its days from a date to before another one, the latest day first. */
export const countDayMovements = (db: Db, from: Date, to: Date): Promise<DayMovements[]> =>
  db.prisma.$queryRaw<DayMovements[]>`
    select e.day, t.bank, count(*)::int as count from ledger_entry e
      join payment p on p.id = e.payment_id
      join terminal t on t.id = p.terminal_id
     where e.day >= ${from}::date and e.day < ${to}::date and e.kind <> 'correction'
     group by e.day, t.bank order by e.day desc, t.bank`;

/** Lists the days from a date on that have a file, with what each file covers. */
export const listFileScopes = (db: Db, from: Date): Promise<Pick<BankDayRow, "day" | "scope">[]> =>
  db.prisma.bankDay.findMany({ where: { day: { gte: from } }, select: { day: true, scope: true } });
