import { AppError } from "@/server/domain/errors";
import type { KnownBin } from "@/server/domain/pricing/bin-import";
import { createBinTable } from "@/server/domain/pricing/bin-table";
import { isInstallmentCard } from "@/server/domain/pricing/installments";
import { listBinsAround } from "@/server/store/pricing/bin-rows";
import type { Ctx } from "../ctx";

export interface FoundBin extends KnownBin {
  /** Whether the card itself may be charged in installments; the terminal and its tariff have their say, too (§4.9). */
  readonly offersInstallments: boolean;
}

export interface BinFinding {
  /** The row that a look-up takes, if no longer one fits; null: none. */
  readonly matched: FoundBin | null;
  /** Rows of longer prefixes, which come first for cards that begin so. */
  readonly longer: readonly FoundBin[];
}

/** What the BIN table says of cards that begin with six to eight digits. Throws validation_error for anything else. */
export async function findBin(ctx: Pick<Ctx, "db">, digits: string): Promise<BinFinding> {
  if (!/^[0-9]{6,8}$/.test(digits)) throw new AppError("validation_error", "A BIN has six to eight digits");
  const rows = (await listBinsAround(ctx.db, digits)).map(withInstallments);
  return {
    matched: rows.find(({ bin }) => bin.length <= digits.length) ?? null,
    longer: rows.filter(({ bin }) => bin.length > digits.length),
  };
}

/** Asks the same as a look-up does. */
const withInstallments = (row: KnownBin): FoundBin => ({
  ...row,
  offersInstallments: isInstallmentCard(createBinTable([row]).find(row.bin.padEnd(8, "0"))),
});
