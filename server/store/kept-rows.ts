import { Prisma } from "@/prisma/generated/client";
import { days, minutes, plusMs } from "@/server/domain/clock";
import type { Db } from "./db";

/** The tables of diagnostic rows, which are kept for seven days only (D-131). */
export type KeptTable = "bank_message" | "api_request";

/** The retention period, ms. */
export const rowsKeptMs = days(7);

/**
 * Selects the oldest row whose retention has ended at an instant, with the instant at which it is due. Rows are due at
 * the end of their minute, so that a jump of the sandbox clock stops once per minute and not at every row. Reads one
 * index.
 */
export const dueRow = (table: KeptTable, until: Date) => {
  const over = plusMs(until, -rowsKeptMs);
  return Prisma.sql`(
    select id, date_trunc('minute', at) + interval '1 minute' + ${rowsKeptMs} * interval '1 millisecond' as due_at
      from ${Prisma.raw(table)} where at < ${plusMs(over, -(over.getTime() % minutes(1)))} order by at limit 1)`;
};

/** The number of rows that one statement erases. */
const erasedMax = 5_000;

/** Erases a batch of the rows up to an instant, the oldest first. Returns how many it erased. */
export async function eraseRows(db: Db, table: KeptTable, until: Date): Promise<number> {
  const { rowCount } = await db.pool.query({
    name: `erase-${table}`,
    text: `delete from ${table} where id in
             (select id from ${table} where at <= $1 order by at limit $2 for update skip locked)`,
    values: [until, erasedMax],
  });
  return rowCount ?? 0;
}

/**
 * Keeps the newest `countMax` rows of each owner: walks the owner's index to the first surplus row and erases from
 * there.
 */
export async function trimRows(
  db: Db,
  table: KeptTable,
  { owners, countMax }: { owners: readonly string[]; countMax: number },
): Promise<void> {
  const column = ownerColumns[table];
  await db.pool.query({
    name: `trim-${table}`,
    text: `
      delete from ${table} m
       using unnest($1::text[]) as given(owner)
       cross join lateral (
         select at, id from ${table}
          where ${column} = given.owner order by at desc, id desc offset $2 limit 1) surplus
       where m.${column} = given.owner and (m.at, m.id) <= (surplus.at, surplus.id)`,
    values: [owners, countMax],
  });
}

const ownerColumns: Readonly<Record<KeptTable, string>> = {
  bank_message: "terminal_id",
  api_request: "partner_id",
};
