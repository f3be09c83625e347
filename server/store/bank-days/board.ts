import type { Db } from "../db";
import type { BankDayRow, DifferenceRow } from "./bank-days";

/** A day with the number of its open differences and the instant (UTC) since which the oldest one is open. */
export interface BoardDay extends BankDayRow {
  readonly openCount: number;
  readonly openSince: Date | null;
}

/** A difference with the name of its account, the explainer's address, and its day. */
export interface BoardDifference extends DifferenceRow {
  readonly partner: { readonly name: string } | null;
  readonly explainer: { readonly email: string } | null;
  readonly bankDay: Pick<BankDayRow, "day" | "scope">;
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
  const open = await db.prisma.bankDifference.groupBy({
    by: ["bankDayId"],
    where: { closedAt: null, bankDayId: { in: days.map(({ id }) => id) } },
    _count: true,
    _min: { openedAt: true },
  });
  const byDay = new Map(open.map((one) => [one.bankDayId, one]));
  return days.map((day) => ({
    ...day,
    openCount: byDay.get(day.id)?._count ?? 0,
    openSince: byDay.get(day.id)?._min.openedAt ?? null,
  }));
}

const withNames = {
  partner: { select: { name: true } },
  explainer: { select: { email: true } },
  bankDay: { select: { day: true, scope: true } },
} as const;

/** Lists the differences of a day: the open ones first, by their time and kind. */
export const listDifferenceRows = (db: Db, bankDayId: string, countMax: number): Promise<BoardDifference[]> =>
  db.prisma.bankDifference.findMany({
    where: { bankDayId },
    include: withNames,
    orderBy: [{ closedAt: { sort: "desc", nulls: "first" } }, { kind: "asc" }, { lineNumber: "asc" }, { id: "asc" }],
    take: countMax,
  });

/** Lists the open differences of all days, the oldest first. */
export const listOpenDifferenceRows = (db: Db, countMax: number): Promise<BoardDifference[]> =>
  db.prisma.bankDifference.findMany({
    where: { closedAt: null },
    include: withNames,
    orderBy: [{ openedAt: "asc" }, { id: "asc" }],
    take: countMax,
  });

/** Lists the captured movements' days of a terminal's bank that have no file, for the days before a date. */
export const listDaysWithoutFile = (db: Db, from: Date, to: Date): Promise<{ day: Date; count: number }[]> =>
  db.prisma.$queryRaw<{ day: Date; count: number }[]>`
    select e.day, count(*)::int as count from ledger_entry e
     where e.day >= ${from}::date and e.day < ${to}::date and e.payment_id is not null and e.kind <> 'correction'
       and not exists (select 1 from bank_day d where d.day = e.day)
     group by e.day order by e.day desc`;
