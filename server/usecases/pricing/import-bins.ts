import { type BinDifference, compareBins } from "@/server/domain/pricing/bin-import";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import { inTx } from "@/server/store/db";
import { listBins, lockBins, putBins, removeBins } from "@/server/store/pricing/bin-rows";
import type { Ctx } from "../ctx";

export interface BinImport {
  /** Each prefix once. */
  readonly rows: readonly BinRow[];
  /** Only says what would change, however much it is. */
  readonly dryRun?: boolean;
  /** Takes away more than a tenth of the imported rows, too. */
  readonly removeMany?: boolean;
}

export interface BinImportOutcome {
  /** `refused`: there is no row, or too much would be taken away. As with `compared`, nothing was written. */
  readonly kind: "imported" | "compared" | "refused";
  readonly difference: BinDifference;
}

/**
 * Makes the imported part of the BIN table what a file says (D-32), whole or not at all. Imports come one after the
 * other; the product reads on meanwhile, and knows the new table with the next request that begins after the end.
 */
export async function importBins(
  ctx: Pick<Ctx, "db" | "log">,
  { rows, dryRun = false, removeMany = false }: BinImport,
): Promise<BinImportOutcome> {
  const outcome = await inTx(
    ctx.db,
    async (tx): Promise<BinImportOutcome> => {
      await lockBins(tx);
      const difference = compareBins(await listBins(tx), rows);
      const { added, changed, removed, removesMany } = difference;
      if (dryRun) return { kind: "compared", difference };
      if (rows.length === 0 || (removesMany && !removeMany)) return { kind: "refused", difference };
      await removeBins(
        tx,
        removed.map(({ bin }) => bin),
      );
      await putBins(tx, [...added, ...changed.map(({ after }) => after)], "imported");
      return { kind: "imported", difference };
    },
    timeoutMs,
  );
  if (outcome.kind === "imported") ctx.log.info(countsOf(outcome.difference), "BIN table imported");
  return outcome;
}

/** Of a table that is far larger than any there is, on a machine that is slow. */
const timeoutMs = 300_000;

const countsOf = ({ added, changed, removed, unchanged }: BinDifference) => ({
  added: added.length,
  changed: changed.length,
  removed: removed.length,
  unchanged,
});
