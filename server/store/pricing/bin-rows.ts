import type { BinOrigin, KnownBin, ShownBin } from "@/server/domain/pricing/bin-import";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import type { Db, Tx } from "../db";

/** Rows of the BIN table with equal values, and their prefixes. */
export interface BinGroup<Origin = ShownBin["origin"]> extends Omit<BinRow, "bin"> {
  readonly origin: Origin;
  /** The prefixes, separated by spaces. */
  readonly bins: string;
}

/**
 * Selects the whole table in one snapshot, with equal rows grouped: some hundreds of rows instead of one per prefix,
 * which takes a third of the time and a tenth of this process's work.
 */
const binGroupsSql = `
select bank, brand, family::text, scheme, commercial, confidence, origin::text, string_agg(bin, ' ') as bins
  from bin_range group by bank, brand, family, scheme, commercial, confidence, origin`;

/** Selects the same with the overrides, in the same snapshot. */
const effectiveGroupsSql = `
select * from (${binGroupsSql}) as stored
 union all
select bank, brand, family::text, scheme, commercial, confidence, 'override', bin
  from bin_override where removed_at is null`;

/** Yields a row for each prefix. The rows of a group follow each other and share their strings. */
function* expandBinGroups<Origin>(
  groups: readonly BinGroup<Origin>[],
): Generator<BinRow & { readonly origin: Origin }> {
  for (const { bins, bank, brand, family, scheme, commercial, confidence, origin } of groups) {
    for (const bin of bins.split(" ")) {
      // The fields are listed, because a spread takes several times as long, half a million times.
      yield { bin, bank, brand, family, scheme, commercial, confidence, origin };
    }
  }
}

/**
 * Locks the table against other writers until the transaction ends; readers continue. Every change begins with it.
 * Returns the table's version, which counts its changes.
 */
export async function lockBins(tx: Tx): Promise<number> {
  const [row] = await tx.$queryRaw<{ version: bigint }[]>`select version from bin_table for update`;
  return Number(row?.version ?? 0);
}

/** Reads the table as look-ups use it: the overrides come last and so take the place of rows with their prefixes. */
export async function readEffectiveBins(db: Db): Promise<Iterable<ShownBin>> {
  const { rows } = await db.pool.query<BinGroup>(effectiveGroupsSql);
  return expandBinGroups(rows.sort((a, b) => Number(a.origin === "override") - Number(b.origin === "override")));
}

/** Lists every row of the table without the overrides. The caller holds the lock of `lockBins`. */
export async function listBins(tx: Tx): Promise<Iterable<KnownBin>> {
  return expandBinGroups(await tx.$queryRawUnsafe<BinGroup<BinOrigin>[]>(binGroupsSql));
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
 * prefixes. An override comes before the row of the table with the same prefix.
 */
export async function listBinsAround(db: Db, digits: string): Promise<ShownBin[]> {
  const text = `select * from (
       select bin, bank, brand, family::text, scheme, commercial, confidence, origin::text
         from bin_range where bin = any($1)
        union all
       select bin, bank, brand, family::text, scheme, commercial, confidence, 'override'
         from bin_override where removed_at is null and bin = any($1)) as found
      order by length(bin) > $2, case when length(bin) > $2 then 0 else -length(bin) end, bin, origin = 'override' desc`;
  const { rows } = await db.pool.query<ShownBin>({ text, values: [listPrefixesAround(digits), digits.length] });
  return rows;
}

const [shortest, longest] = [6, 8];

/**
 * Lists the prefixes of some digits and all longer ones that begin with them: at most 111, so that the index on the
 * prefix finds the rows however large the table is.
 */
function listPrefixesAround(digits: string): string[] {
  const prefixes: string[] = [];
  for (let length = shortest; length <= digits.length; length += 1) prefixes.push(digits.slice(0, length));
  for (let more = [digits]; more[0] !== undefined && more[0].length < longest; ) {
    more = more.flatMap((start) => Array.from({ length: 10 }, (_, digit) => `${start}${digit}`));
    prefixes.push(...more);
  }
  return prefixes;
}
