import { type BinDifference, compareBins } from "@/server/domain/pricing/bin-import";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import { inTx } from "@/server/store/db";
import { listBins, lockBins, putBins, removeBins } from "@/server/store/pricing/bin-rows";
import type { Ctx } from "../ctx";

export interface BinImport {
  /** The rows of the file; each prefix occurs once. */
  readonly rows: readonly BinRow[];
  /** Whether only to report the changes, without writing and without the removal limit. */
  readonly dryRun?: boolean;
  /** Whether the import may remove more than a tenth of the imported rows. */
  readonly removeMany?: boolean;
}

export interface BinImportOutcome {
  /** `refused`: the file has no row, or would remove too many. `refused` and `compared` write nothing. */
  readonly kind: "imported" | "compared" | "refused";
  readonly difference: BinDifference;
}

/**
 * Replaces the imported part of the BIN table by a file's rows (D-32), atomically. Imports run one after the other.
 * Requests still read the old table during an import; a request that begins after its end reads the new one.
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
  if (outcome.kind === "imported") ctx.log.info(toCounts(outcome.difference), "BIN table imported");
  return outcome;
}

/** The time limit of an import, ms: enough for a table far larger than any real one on a slow machine. */
const timeoutMs = 300_000;

const toCounts = ({ added, changed, removed, unchanged }: BinDifference) => ({
  added: added.length,
  changed: changed.length,
  removed: removed.length,
  unchanged,
});
