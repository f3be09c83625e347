import { AppError } from "@/server/domain/errors";
import type { ShownBin } from "@/server/domain/pricing/bin-import";
import { createBinTable } from "@/server/domain/pricing/bin-table";
import { isInstallmentCard } from "@/server/domain/pricing/installments";
import {
  type BinCounts,
  type BinOverrideRecord,
  countBins,
  listBankNames,
  listBinImports,
  listOverrides,
} from "@/server/store/pricing/bin-overrides";
import { listBinsAround } from "@/server/store/pricing/bin-rows";
import type { Ctx } from "../ctx";

export interface FoundBin extends ShownBin {
  /** Whether the card itself permits installments; the terminal and its tariff must permit them as well (§4.9). */
  readonly offersInstallments: boolean;
}

export interface BinFinding {
  /** The row that a look-up uses unless a longer prefix matches the card; null if there is none. */
  readonly matched: FoundBin | null;
  /** The rows of longer prefixes, which take precedence for the cards that match them. */
  readonly longer: readonly FoundBin[];
  /** The rows of the table that an override replaces, and those of shorter prefixes than the matched one. */
  readonly unused: readonly FoundBin[];
}

/**
 * Returns the BIN table's rows for cards that begin with six to eight digits. Throws validation_error for other input.
 */
export async function findBin(ctx: Pick<Ctx, "db">, digits: string): Promise<BinFinding> {
  if (!/^[0-9]{6,8}$/.test(digits)) throw new AppError("validation_error", "A BIN has six to eight digits");
  const rows = (await listBinsAround(ctx.db, digits)).map(withInstallments);
  // An override comes before the row with its prefix, so the first row of a prefix is the one that counts.
  const counting = rows.filter(({ bin }, n) => rows.findIndex((row) => row.bin === bin) === n);
  const matched = counting.find(({ bin }) => bin.length <= digits.length) ?? null;
  const longer = counting.filter(({ bin }) => bin.length > digits.length);
  return { matched, longer, unused: rows.filter((row) => row !== matched && !longer.includes(row)) };
}

/** Decides about installments by the same functions as a look-up. */
const withInstallments = (row: ShownBin): FoundBin => ({
  ...row,
  offersInstallments: isInstallmentCard(createBinTable([row]).find(row.bin.padEnd(8, "0"))),
});

export interface BinOverview {
  readonly counts: BinCounts;
  /** The newest overrides in use, at most 500. */
  readonly overrides: readonly BinOverrideRecord[];
  /** The latest 20 imports, the newest first. */
  readonly imports: Awaited<ReturnType<typeof listBinImports>>;
  /** The names of the issuing banks that the table has. */
  readonly banks: readonly string[];
}

const overridesMax = 500;
const importsMax = 20;

/** Returns what the table consists of, and how it came to be. */
export async function getBinOverview(ctx: Pick<Ctx, "db">): Promise<BinOverview> {
  const [counts, overrides, imports, banks] = await Promise.all([
    countBins(ctx.db),
    listOverrides(ctx.db, overridesMax),
    listBinImports(ctx.db, importsMax),
    listBankNames(ctx.db),
  ]);
  return { counts, overrides, imports, banks };
}
