import { type BinField, changedFields } from "./bin-import-file";
import type { BinRow } from "./bin-table";

/** The origin of a row. An import replaces only the rows that earlier imports added. */
export type BinOrigin = "imported" | "sandbox";

export interface KnownBin extends BinRow {
  readonly origin: BinOrigin;
}

/** A row as it is shown: of the table, or an override, which takes the place of a row with its prefix (D-252). */
export interface ShownBin extends BinRow {
  readonly origin: BinOrigin | "override";
}

export interface BinChange {
  readonly before: KnownBin;
  readonly after: BinRow;
  /** The changed fields. `origin` changes when the file has a prefix that no import had added before. */
  readonly fields: readonly (BinField | "origin")[];
}

/** The changes that an import makes to the table. */
export interface BinDifference {
  readonly added: readonly BinRow[];
  readonly changed: readonly BinChange[];
  readonly removed: readonly BinRow[];
  readonly unchanged: number;
  /** Bank names that no row of the table has. A misspelt name would break the on-us prices (D-31). */
  readonly newBanks: readonly string[];
  /** The number of rows that earlier imports added. */
  readonly imported: number;
  /** True when more than a tenth of them would be removed, because the file is then probably incomplete. */
  readonly removesMany: boolean;
}

/** An import that removes more than this fraction of the imported rows has to be confirmed explicitly. */
const removedPartMax = 0.1;

/**
 * Compares the table with a file and returns the changes of the import. Rows that no import added stay, unless the file
 * has their prefix (D-32).
 * @param rows the rows of the file, each prefix once
 */
export function compareBins(known: Iterable<KnownBin>, rows: readonly BinRow[]): BinDifference {
  const wanted = new Map(rows.map((row) => [row.bin, row]));
  const banks = new Set<string>([""]);
  const changed: BinChange[] = [];
  const removed: BinRow[] = [];
  let imported = 0;
  let unchanged = 0;
  for (const before of known) {
    banks.add(before.bank);
    if (before.origin === "imported") imported += 1;
    const after = wanted.get(before.bin);
    wanted.delete(before.bin);
    const fields = after ? listChangedFields(before, after) : [];
    if (after && fields.length > 0) changed.push({ before, after, fields });
    else if (after) unchanged += 1;
    else if (before.origin === "imported") removed.push(before);
  }
  return {
    added: [...wanted.values()],
    changed,
    removed,
    unchanged,
    newBanks: [...new Set(rows.map(({ bank }) => bank))].filter((bank) => !banks.has(bank)).sort(),
    imported,
    removesMany: removed.length > imported * removedPartMax,
  };
}

const listChangedFields = (before: KnownBin, after: BinRow): (BinField | "origin")[] => [
  ...changedFields(before, after),
  ...(before.origin === "imported" ? [] : (["origin"] as const)),
];
