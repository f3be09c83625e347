import { type BinField, changedFields } from "./bin-import-file";
import type { BinRow } from "./bin-table";

/** Where a row came from: an import replaces what imports brought, and nothing else. */
export type BinOrigin = "imported" | "sandbox";

export interface KnownBin extends BinRow {
  readonly origin: BinOrigin;
}

export interface BinChange {
  readonly before: KnownBin;
  readonly after: BinRow;
  /** `origin` where the file names a prefix that no import had brought: it is the file's from then on. */
  readonly fields: readonly (BinField | "origin")[];
}

/** What an import does to the table. */
export interface BinDifference {
  readonly added: readonly BinRow[];
  readonly changed: readonly BinChange[];
  readonly removed: readonly BinRow[];
  readonly unchanged: number;
  /** Names that no row of the table bore: a misspelt one would break on-us (D-31). */
  readonly newBanks: readonly string[];
  /** Rows that imports had brought. */
  readonly imported: number;
  /** More than a tenth of them would go: the file is hardly the whole table. */
  readonly removesMany: boolean;
}

/** An import that takes away more than this part of the imported rows has to be asked for in so many words. */
const removedPartMax = 0.1;

/** How a table would change by a file, which has each prefix once. Rows that no import brought stay (D-32). */
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
    const fields = after ? fieldsThatChange(before, after) : [];
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

const fieldsThatChange = (before: KnownBin, after: BinRow): (BinField | "origin")[] => [
  ...changedFields(before, after),
  ...(before.origin === "imported" ? [] : (["origin"] as const)),
];
