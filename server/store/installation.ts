import type pg from "pg";
import type { Db } from "./db";

/** Lists the names of the migrations that were applied completely. */
export async function listAppliedMigrations({ pool }: Pick<Db, "pool">): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  return new Set(rows.map(({ name }) => name));
}

/** Reads the clock of the database's machine. It dates no record (D-47). */
export async function readDatabaseClock({ pool }: { readonly pool: Pick<pg.ClientBase, "query"> }): Promise<Date> {
  const { rows } = await pool.query<{ now: Date }>("select clock_timestamp() as now");
  const [row] = rows;
  if (!row) throw new Error("The database did not say its time");
  return row.now;
}
