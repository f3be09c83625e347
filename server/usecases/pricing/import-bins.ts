import { newId } from "@/server/domain/ids";
import { type BinDifference, compareBins } from "@/server/domain/pricing/bin-import";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import { inTx, randomOf, type Tx } from "@/server/store/db";
import { insertBinImport } from "@/server/store/pricing/bin-overrides";
import { listBins, lockBins, putBins, removeBins } from "@/server/store/pricing/bin-rows";
import type { Ctx } from "../ctx";

/** The file of an import and who imports it, as the list of imports shows them. */
interface BinSource {
  readonly fileName: string;
  /** The SHA-256 hash of the file, in hexadecimal characters. */
  readonly digest: string;
  /** The number of lines on which the file's sources disagree. */
  readonly conflicts: number;
  /** Null for the command line. */
  readonly staffId: string | null;
}

export interface BinImport {
  /** The rows of the file; each prefix occurs once. */
  readonly rows: readonly BinRow[];
  readonly source: BinSource;
  /** Whether only to report the changes, without writing and without the removal limit. */
  readonly dryRun?: boolean;
  /** Whether the import may remove more than a tenth of the imported rows. */
  readonly removeMany?: boolean;
  /** The version of the table with which the file was compared; another one refuses the import. */
  readonly version?: number;
}

export interface BinImportOutcome {
  /**
   * `refused`: the file has no row, or would remove too many. `outdated`: the table has changed since the file was
   * compared with it. Only `imported` writes anything.
   */
  readonly kind: "imported" | "compared" | "refused" | "outdated";
  readonly difference: BinDifference;
  /** The version of the table that was compared. */
  readonly version: number;
}

/**
 * Replaces the imported part of the BIN table by a file's rows (D-32), atomically, and records the import. Imports run
 * one after the other. Overrides stay. Requests still read the old table during an import; a request that begins after
 * its end reads the new one.
 */
export async function importBins(ctx: Pick<Ctx, "clock" | "db" | "log">, input: BinImport): Promise<BinImportOutcome> {
  const { rows, source, dryRun = false, removeMany = false } = input;
  const outcome = await inTx(
    ctx.db,
    async (tx): Promise<BinImportOutcome> => {
      const version = await lockBins(tx);
      const difference = compareBins(await listBins(tx), rows);
      const { added, changed, removed, removesMany } = difference;
      if (dryRun) return { kind: "compared", difference, version };
      if (input.version !== undefined && input.version !== version) return { kind: "outdated", difference, version };
      if (rows.length === 0 || (removesMany && !removeMany)) return { kind: "refused", difference, version };
      await removeBins(
        tx,
        removed.map(({ bin }) => bin),
      );
      await putBins(tx, [...added, ...changed.map(({ after }) => after)], "imported");
      await recordImport(ctx, tx, source, { listed: rows.length, ...toCounts(difference) });
      return { kind: "imported", difference, version };
    },
    timeoutMs,
  );
  if (outcome.kind === "imported") ctx.log.info(toCounts(outcome.difference), "BIN table imported");
  return outcome;
}

async function recordImport(
  ctx: Pick<Ctx, "clock">,
  tx: Tx,
  { fileName, digest, conflicts, staffId }: BinSource,
  counts: ReturnType<typeof toCounts> & { readonly listed: number },
): Promise<void> {
  const importedAt = ctx.clock.now();
  const id = newId(randomOf(tx), "binImport", importedAt);
  await insertBinImport(tx, { id, importedAt, importedBy: staffId, fileName, digest, conflicts, ...counts });
}

/** The time limit of an import, ms: enough for a table far larger than any real one on a slow machine. */
const timeoutMs = 300_000;

const toCounts = ({ added, changed, removed, unchanged }: BinDifference) => ({
  added: added.length,
  changed: changed.length,
  removed: removed.length,
  unchanged,
});
