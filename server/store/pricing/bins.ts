import { type BinTable, createBinTable } from "@/server/domain/pricing/bin-table";
import type { CardFacts } from "@/server/domain/pricing/installments";
import type { Db } from "../db";
import { readEffectiveBins } from "./bin-rows";

/**
 * Finds what the BIN table knows of a card by its first eight digits; null where it is unknown. The table is cached in
 * memory, where a look-up takes a thousandth of the time of a query, and is read again when its version has changed
 * (D-133).
 * @param version the version that the caller has read in this request; without it, a query reads the version
 */
export async function findCardFacts(db: Db, bin8: string, version?: number): Promise<CardFacts | null> {
  const table = await loadBinTable(db, version ?? (await readVersion(db)));
  return table.find(bin8);
}

interface CachedTable {
  readonly version: number;
  readonly table: Promise<BinTable>;
}

const cachedTables = new WeakMap<Db, CachedTable>();

/**
 * Loads the table. Requests that arrive while it is read wait for the same reading, because the former table may be out
 * of date for them. A failed reading is not cached: it rejects for the waiting requests, and the next request reads
 * again.
 */
function loadBinTable(db: Db, version: number): Promise<BinTable> {
  const kept = cachedTables.get(db);
  if (kept && kept.version >= version) return kept.table;
  const table = readTable(db);
  cachedTables.set(db, { version, table });
  table.catch(() => {
    if (cachedTables.get(db)?.table === table) cachedTables.delete(db);
  });
  return table;
}

async function readVersion(db: Db): Promise<number> {
  const query = { name: "bin-version", text: "select version from bin_table" };
  const { rows } = await db.pool.query<{ version: string }>(query);
  return Number(rows[0]?.version ?? 0);
}

/** Reads the table. The result is at least as new as the requested version, which was read before this query. */
const readTable = async (db: Db): Promise<BinTable> => createBinTable(await readEffectiveBins(db));
