import { type BinTable, createBinTable } from "@/server/domain/pricing/bin-table";
import type { CardFacts } from "@/server/domain/pricing/installments";
import type { Db } from "../db";
import { type BinGroup, binGroupsSql, binsIn } from "./bin-rows";

/**
 * What the BIN table knows of a card by its first eight digits; null: not known. The table is kept in memory, where a
 * look-up takes a thousandth of the time of a query, and read again when its version has changed.
 * @param version that the caller has read with this request; without it, it is asked for
 */
export async function findCardFacts(db: Db, bin8: string, version?: number): Promise<CardFacts | null> {
  const table = await binTable(db, version ?? (await readVersion(db)));
  return table.find(bin8);
}

interface Kept {
  readonly version: number;
  readonly table: Promise<BinTable>;
}

const keptOf = new WeakMap<Db, Kept>();

/**
 * Whoever comes while the table is read waits for the same reading, since what there was before may be out of date for
 * them. A reading that fails is not kept: it fails for those who wait, and the next one reads again.
 */
function binTable(db: Db, version: number): Promise<BinTable> {
  const kept = keptOf.get(db);
  if (kept && kept.version >= version) return kept.table;
  const table = readTable(db);
  keptOf.set(db, { version, table });
  table.catch(() => {
    if (keptOf.get(db)?.table === table) keptOf.delete(db);
  });
  return table;
}

async function readVersion(db: Db): Promise<number> {
  const query = { name: "bin-version", text: "select version from bin_table" };
  const { rows } = await db.pool.query<{ version: string }>(query);
  return Number(rows[0]?.version ?? 0);
}

/** At least as new as the version that was asked for, which was read before. */
async function readTable(db: Db): Promise<BinTable> {
  const { rows } = await db.pool.query<BinGroup>(binGroupsSql);
  return createBinTable(binsIn(rows));
}
