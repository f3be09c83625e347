import { z } from "zod";
import { describeChange } from "@/server/domain/audit/changes";
import { AppError } from "@/server/domain/errors";
import type { BinDifference } from "@/server/domain/pricing/bin-import";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import {
  binComparisonInput,
  binImportInput,
  binOverrideInput,
  binText,
  overrideRemovalInput,
} from "@/server/domain/pricing/pricing-inputs";
import { type DigestedBinFile, readBinCsv } from "@/server/entry/http/bin-csv";
import { findBin, getBinOverview } from "@/server/usecases/pricing/bin-queries";
import { importBins } from "@/server/usecases/pricing/import-bins";
import { overrideBin } from "@/server/usecases/pricing/override-bin";
import { removeBinOverride } from "@/server/usecases/pricing/remove-bin-override";
import { mutationProcedure, queryProcedure, router } from "../door";

/** The number of rows of each kind that are shown; counts say how many there are. */
const shownMax = 200;

/** Procedures of staff for the BIN table, which all terminals share. */
export const binRouter = router({
  overview: queryProcedure("bin.read").query(({ ctx: { ctx } }) => getBinOverview(ctx)),

  find: queryProcedure("bin.read")
    .input(z.object({ digits: binText }))
    .query(({ ctx: { ctx }, input }) => findBin(ctx, input.digits)),

  /** Compares a file with the table and writes nothing but the audit log. */
  compare: mutationProcedure("bin.write")
    .input(binComparisonInput)
    .mutation(async ({ ctx: { ctx, audit, session }, input: { content, fileName } }) => {
      const file = readFile(content);
      await audit.begin({ detail: { fileName, digest: file.digest } });
      if (file.faults.length > 0) {
        return { kind: "faulty" as const, faults: file.faults.slice(0, shownMax), faultCount: file.faults.length };
      }
      const source = toSource(file, fileName, session.user.id);
      const { difference, version } = await importBins(ctx, { rows: file.rows, source, dryRun: true });
      return { kind: "compared" as const, version, ...toShown(difference, file) };
    }),

  /** Imports a file that was compared before: the table must not have changed since. */
  import: mutationProcedure("bin.write")
    .input(binImportInput)
    .mutation(async ({ ctx: { ctx, audit, session }, input }) => {
      const { fileName, reason, version, removeMany } = input;
      const file = readFile(input.content);
      await audit.begin({ detail: { reason, fileName, digest: file.digest, removeMany } });
      if (file.faults.length > 0) throw new AppError("validation_error", `The file has ${file.faults.length} faults`);
      const source = toSource(file, fileName, session.user.id);
      const { kind, difference } = await importBins(ctx, { rows: file.rows, source, removeMany, version });
      const counts = toCounts(difference);
      audit.note({ detail: { reason, fileName, digest: file.digest, removeMany, result: kind, ...counts } });
      return { kind, ...counts };
    }),

  override: mutationProcedure("bin.write")
    .input(binOverrideInput)
    .mutation(async ({ ctx: { ctx, audit, session }, input: { reason, ...facts } }) => {
      const bank = facts.bank?.trim().normalize("NFC") ?? "";
      const row: BinRow = { ...facts, bank, brand: facts.brand || null };
      await audit.begin({ subject: row.bin, detail: { reason } });
      const { before } = await overrideBin(ctx, { row, reason, staffId: session.user.id });
      audit.note({ detail: { reason, ...describeChange(before, row) } });
    }),

  removeOverride: mutationProcedure("bin.write")
    .input(overrideRemovalInput)
    .mutation(async ({ ctx: { ctx, audit, session }, input: { bin, reason } }) => {
      await audit.begin({ subject: bin, detail: { reason } });
      const { before } = await removeBinOverride(ctx, { bin, reason, staffId: session.user.id });
      audit.note({ detail: { reason, ...describeChange(before, null) } });
    }),
});

/** Reads an uploaded file. Throws validation_error for a text that is not CSV in UTF-8. */
function readFile(content: string): DigestedBinFile {
  const file = readBinCsv(Buffer.from(content, "utf8"));
  if (file) return file;
  throw new AppError("validation_error", "The file is not UTF-8");
}

const toSource = (file: DigestedBinFile, fileName: string, staffId: string) => ({
  fileName,
  staffId,
  digest: file.digest,
  conflicts: file.conflicts.length,
});

const toCounts = ({ added, changed, removed, unchanged }: BinDifference) => ({
  added: added.length,
  changed: changed.length,
  removed: removed.length,
  unchanged,
});

const toShown = (difference: BinDifference, { rows, conflicts, digest }: DigestedBinFile) => ({
  digest,
  listed: rows.length,
  counts: toCounts(difference),
  added: difference.added.slice(0, shownMax),
  changed: difference.changed.slice(0, shownMax),
  removed: difference.removed.slice(0, shownMax),
  newBanks: difference.newBanks.slice(0, shownMax),
  conflicts: conflicts.slice(0, shownMax),
  conflictCount: conflicts.length,
  imported: difference.imported,
  removesMany: difference.removesMany,
});
