import { basename, join } from "node:path";
import { systemClock } from "@/server/domain/clock";
import type { BinRow } from "@/server/domain/pricing/bin-table";
import { LaunchFailure } from "@/server/launch/failure";
import { projectRoot } from "@/server/launch/project";
import { readBinFile } from "@/server/operator/bins-file";
import { describeFaults } from "@/server/operator/bins-report";
import { type Db, inTx } from "@/server/store/db";
import { lockBins, putBins } from "@/server/store/pricing/bin-rows";
import { importBins } from "@/server/usecases/pricing/import-bins";
import { foreignBins } from "../bank/cards";

const seed = join(projectRoot, "prisma/seed/bins.csv");
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Loads the BIN table that comes with the product (attribution in NOTICE), unless a table was imported before, and adds
 * the foreign prefixes of the test cards, because a table of Turkish cards does not contain them.
 * @throws LaunchFailure when the table of the product has faulty lines
 */
export async function loadBins(db: Db): Promise<void> {
  if ((await db.prisma.binRange.count({ where: { origin: "imported" } })) === 0) await importSeed(db);
  await addForeign(db);
}

async function importSeed(db: Db): Promise<void> {
  const file = readBinFile(seed);
  if (file.faults.length > 0) throw new LaunchFailure(describeFaults(seed, file).join("\n"));
  const source = { fileName: basename(seed), digest: file.digest, conflicts: file.conflicts.length, staffId: null };
  await importBins({ clock: systemClock, db, log: silent }, { rows: file.rows, source });
}

/** Adds the missing foreign prefixes. A prefix that an imported file describes keeps the file's description. */
async function addForeign(db: Db): Promise<void> {
  await inTx(db, async (tx) => {
    await lockBins(tx);
    const bins = foreignBins.map(({ bin }) => bin);
    const known = await tx.binRange.findMany({ where: { bin: { in: bins } }, select: { bin: true } });
    const missing = foreignBins.filter((row) => !known.some(({ bin }) => bin === row.bin));
    await putBins(tx, missing.map(toRow), "sandbox");
  });
}

const toRow = ({ bin, bank, scheme }: (typeof foreignBins)[number]): BinRow => ({
  bin,
  bank,
  scheme,
  brand: null,
  family: "foreign",
  commercial: false,
  confidence: "high",
});
