import { toKeptMs } from "@/server/domain/retention/erased-data";
import type { Db } from "./db";

/** The tables of diagnostic rows, which are kept for seven days only (D-131). */
type KeptTable = "bank_message" | "api_request";

/** How long they are kept, ms. */
export const rowsKeptMs = toKeptMs("api_requests");

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
