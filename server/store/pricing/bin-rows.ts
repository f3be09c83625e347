import type { BinOrigin, KnownBin } from "@/server/domain/pricing/bin-import";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import type { Db, Tx } from "../db";

/** Rows of the BIN table with equal values, and their prefixes. */
export interface BinGroup extends Omit<KnownBin, "bin"> {
  /** The prefixes, separated by spaces. */
  readonly bins: string;
}

/**
 * Selects the whole table in one snapshot, with equal rows grouped: some hundreds of rows instead of one per prefix,
 * which takes a third of the time and a tenth of this process's work.
 */
export const binGroupsSql = `
select bank, brand, family::text, scheme, commercial, confidence, origin::text, string_agg(bin, ' ') as bins
  from bin_range group by bank, brand, family, scheme, commercial, confidence, origin`;

/** Yields a row for each prefix. The rows of a group follow each other and share their strings. */
export function* expandBinGroups(groups: readonly BinGroup[]): Generator<KnownBin> {
  for (const { bins, bank, brand, family, scheme, commercial, confidence, origin } of groups) {
    for (const bin of bins.split(" ")) {
      // The fields are listed, because a spread takes several times as long, half a million times.
      yield { bin, bank, brand, family, scheme, commercial, confidence, origin };
    }
  }
}

/** Locks the table against other writers until the transaction ends; readers continue. Every change begins with it. */
export async function lockBins(tx: Tx): Promise<void> {
  await tx.$queryRaw`select version from bin_table for update`;
}

/** Lists every row of the table. The caller holds the lock of `lockBins`. */
export async function listBins(tx: Tx): Promise<Iterable<KnownBin>> {
  return expandBinGroups(await tx.$queryRawUnsafe<BinGroup[]>(binGroupsSql));
}

/** The number of rows that one statement writes: enough to make the round trip negligible. */
const batchMax = 10_000;

/** Writes rows and replaces existing rows with the same prefixes. */
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

/** Deletes rows by their prefixes. */
export async function removeBins(tx: Tx, bins: readonly string[]): Promise<void> {
  if (bins.length > 0) await tx.$executeRaw`delete from bin_range where bin = any(${bins})`;
}

/**
 * Lists the rows related to the first digits of a card: prefixes of the digits, the longest first, then longer
 * prefixes.
 */
export async function listBinsAround(db: Db, digits: string): Promise<KnownBin[]> {
  const { rows } = await db.pool.query<KnownBin>(
    `select bin, bank, brand, family::text, scheme, commercial, confidence, origin::text
       from bin_range where starts_with($1, bin) or starts_with(bin, $1)
      order by length(bin) > length($1), case when length(bin) > length($1) then 0 else -length(bin) end, bin`,
    [digits],
  );
  return rows;
}
