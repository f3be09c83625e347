import type { BankDay, BankDifference } from "@/prisma/generated/client";
import type { DayLine } from "@/server/domain/bank-days/day-line";
import type { Db, Tx } from "../db";
import { prepareStatement, recordTable } from "../named-sql";

export type BankDayRow = BankDay;
export type DifferenceRow = BankDifference;

/** Lets only one transaction at a time change bank days, because a movement is in one line of all files. */
export async function lockBankDays(tx: Tx): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('bank_days'))`;
}

/** Lists the files of a day, of any scope. */
export const listFilesOfDay = (client: Tx | Db["prisma"], day: string): Promise<BankDayRow[]> =>
  client.bankDay.findMany({ where: { day: new Date(day) } });

export const findBankDayRow = (client: Tx | Db["prisma"], id: string): Promise<BankDayRow | null> =>
  client.bankDay.findUnique({ where: { id } });

/** Lists the days with an open difference, the oldest first. */
export const listOpenDays = (tx: Tx, countMax: number): Promise<BankDayRow[]> =>
  tx.bankDay.findMany({ where: { closedAt: null }, orderBy: [{ day: "asc" }, { id: "asc" }], take: countMax });

export async function insertBankDay(tx: Tx, row: BankDayRow): Promise<void> {
  await tx.bankDay.create({ data: row });
}

export async function updateBankDay(tx: Tx, id: string, changes: Partial<Omit<BankDayRow, "id">>): Promise<void> {
  await tx.bankDay.update({ where: { id }, data: changes });
}

const lineColumns = recordTable<DayLine>("l", {
  number: ["int", ({ number }) => number],
  kind: ['"BankLineKind"', ({ kind }) => kind],
  order_id: ["text", ({ orderId }) => orderId],
  amount: ["bigint", ({ amountKurus }) => String(amountKurus)],
  commission_amount: ["bigint", ({ commissionKurus }) => (commissionKurus === null ? null : String(commissionKurus))],
  at: ["timestamptz", ({ at }) => at.toISOString()],
  auth_code: ["text", ({ authCode }) => authCode],
  rrn: ["text", ({ rrn }) => rrn],
  case_number: ["text", ({ caseNumber }) => caseNumber],
  reason_code: ["text", ({ reasonCode }) => reasonCode],
  respond_by: ["date", ({ respondBy }) => respondBy],
});

const insertLines = prepareStatement(
  "insert-bank-day-lines",
  `insert into bank_day_line (bank_day_id, ${lineColumns.names}) select :bankDayId, l.* from ${lineColumns.sql}`,
);

/** How many lines one statement writes, so that it ends long before the deadline of a web process. */
const linesAtOnce = 5_000;

/** Replaces the lines of a bank day by those of a file. */
export async function replaceLines(tx: Tx, bankDayId: string, lines: readonly DayLine[]): Promise<void> {
  await tx.$executeRaw`delete from bank_day_line where bank_day_id = ${bankDayId}`;
  for (let n = 0; n < lines.length; n += linesAtOnce) {
    const { text, values = [] } = insertLines({ bankDayId, ...lineColumns.values(lines.slice(n, n + linesAtOnce)) });
    await tx.$executeRawUnsafe(text, ...values);
  }
}

/** Lists the lines of a bank day in their order. */
export async function listLines(client: Tx | Db["prisma"], bankDayId: string): Promise<DayLine[]> {
  const rows = await client.bankDayLine.findMany({ where: { bankDayId }, orderBy: { number: "asc" } });
  return rows.map(({ bankDayId: _id, entryId: _entry, amount, commissionAmount, respondBy, ...line }) => ({
    ...line,
    amountKurus: amount,
    commissionKurus: commissionAmount,
    respondBy: respondBy === null ? null : respondBy.toISOString().slice(0, 10),
  }));
}

/** Writes which entry of the ledger each line is about; lines that are not named have none. */
export async function writeMatches(tx: Tx, bankDayId: string, entries: ReadonlyMap<number, string>): Promise<void> {
  const [numbers, ids] = [[...entries.keys()], [...entries.values()]];
  await tx.$executeRaw`
    update bank_day_line set entry_id = null
     where bank_day_id = ${bankDayId} and entry_id is not null and entry_id <> all (${ids}::text[])`;
  for (let n = 0; n < numbers.length; n += linesAtOnce) {
    const end = n + linesAtOnce;
    await tx.$executeRaw`
      update bank_day_line l set entry_id = m.entry_id
        from unnest(${numbers.slice(n, end)}::int[], ${ids.slice(n, end)}::text[]) as m(number, entry_id)
       where l.bank_day_id = ${bankDayId} and l.number = m.number and l.entry_id is distinct from m.entry_id`;
  }
}
