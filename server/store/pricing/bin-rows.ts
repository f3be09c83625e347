import type { BinOrigin, KnownBin } from "@/server/domain/pricing/bin-import";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import type { Db, Tx } from "../db";

/** Rows of the BIN table that say the same, with their prefixes. */
export interface BinGroup extends Omit<KnownBin, "bin"> {
  /** Parted by spaces. */
  readonly bins: string;
}

/**
 * The whole table as one snapshot. Equal rows come as one: some hundreds of rows instead of as many as there are
 * prefixes, a third of the time, and a tenth of the work for this process.
 */
export const binGroupsSql = `
select bank, brand, family::text, scheme, commercial, confidence, origin::text, string_agg(bin, ' ') as bins
  from bin_range group by bank, brand, family, scheme, commercial, confidence, origin`;

/** A row for each prefix; rows of a group come one after the other and share their texts. */
export function* binsIn(groups: readonly BinGroup[]): Generator<KnownBin> {
  for (const { bins, bank, brand, family, scheme, commercial, confidence, origin } of groups) {
    for (const bin of bins.split(" ")) {
      // Named one by one, as copying an object's rest takes several times as long, half a million times.
      yield { bin, bank, brand, family, scheme, commercial, confidence, origin };
    }
  }
}

/** Holds the table until the transaction ends: nobody else changes it, everybody reads on. Comes before every change. */
export async function lockBins(tx: Tx): Promise<void> {
  await tx.$queryRaw`select version from bin_table for update`;
}

/** Every row of the table, as the lock has found it. */
export async function listBins(tx: Tx): Promise<Iterable<KnownBin>> {
  return binsIn(await tx.$queryRawUnsafe<BinGroup[]>(binGroupsSql));
}

/** Rows that one statement writes: enough that the way there and back does not count. */
const batchMax = 10_000;

/** Writes rows, in the place of those that have their prefixes. */
export async function putBins(tx: Tx, rows: readonly BinRow[], origin: BinOrigin): Promise<void> {
  for (let first = 0; first < rows.length; first += batchMax) {
    const batch = rows.slice(first, first + batchMax);
    const column = <T>(of: (row: BinRow) => T): T[] => batch.map(of);
    await tx.$executeRaw`
      insert into bin_range (bin, bank, brand, family, scheme, commercial, confidence, origin)
      select bin, bank, brand, family::"CardFamily", scheme, commercial, confidence, ${origin}::"BinOrigin"
        from unnest(
          ${column(({ bin }) => bin)}::text[], ${column(({ bank }) => bank)}::text[],
          ${column(({ brand }) => brand)}::text[], ${column(({ family }) => family)}::text[],
          ${column(({ scheme }) => scheme)}::text[], ${column(({ commercial }) => commercial)}::boolean[],
          ${column(({ confidence }) => confidence)}::text[])
          as given (bin, bank, brand, family, scheme, commercial, confidence)
      on conflict (bin) do update
        set bank = excluded.bank, brand = excluded.brand, family = excluded.family, scheme = excluded.scheme,
            commercial = excluded.commercial, confidence = excluded.confidence, origin = excluded.origin`;
  }
}

/** Takes rows away, by their prefixes. */
export async function removeBins(tx: Tx, bins: readonly string[]): Promise<void> {
  if (bins.length > 0) await tx.$executeRaw`delete from bin_range where bin = any(${bins})`;
}

/** The rows that first digits have to do with: those of their own beginnings, the longest first, then longer ones. */
export async function listBinsAround(db: Db, digits: string): Promise<KnownBin[]> {
  const { rows } = await db.pool.query<KnownBin>(
    `select bin, bank, brand, family::text, scheme, commercial, confidence, origin::text
       from bin_range where starts_with($1, bin) or starts_with(bin, $1)
      order by length(bin) > length($1), case when length(bin) > length($1) then 0 else -length(bin) end, bin`,
    [digits],
  );
  return rows;
}
