import { Prisma } from "@/prisma/generated/client";
import { days, minutes, plusMs } from "@/server/domain/clock";
import type { Db } from "./db";

/** What is kept for who looks into something, and for seven days only (D-47, D-48). */
export type KeptTable = "bank_message" | "api_request";

/** ms */
export const rowsKeptMs = days(7);

/**
 * The oldest row of those whose time is over at an instant, with when it is due: at the end of the minute, so that
 * a leap of the sandbox clock does not stop at every one of them. From one index.
 */
export const dueRow = (table: KeptTable, until: Date) => {
  const over = plusMs(until, -rowsKeptMs);
  return Prisma.sql`(
    select id, date_trunc('minute', at) + interval '1 minute' + ${rowsKeptMs} * interval '1 millisecond' as due_at
      from ${Prisma.raw(table)} where at < ${plusMs(over, -(over.getTime() % minutes(1)))} order by at limit 1)`;
};

/** So many are erased in one statement. */
const erasedMax = 5_000;

/** Erases rows up to an instant, oldest first; how many. */
export async function eraseRows(db: Db, table: KeptTable, until: Date): Promise<number> {
  const { rowCount } = await db.pool.query({
    name: `erase-${table}`,
    text: `delete from ${table} where id in
             (select id from ${table} where at <= $1 order by at limit $2 for update skip locked)`,
    values: [until, erasedMax],
  });
  return rowCount ?? 0;
}

/** Down each owner's index to the first row that is too many, and what is older than that. */
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
