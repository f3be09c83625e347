import { basename } from "node:path";
import { LaunchFailure, runCommand } from "../launch/failure";
import { findBin } from "../usecases/pricing/bin-queries";
import { importBins } from "../usecases/pricing/import-bins";
import { readBinsArguments } from "./bins-arguments";
import { readBinFile } from "./bins-file";
import { describeFaults, describeFinding, describeImport, describeRefusal } from "./bins-report";
import { runOperatorWork } from "./operator";

/** Runs `npm run bins -- COMMAND`, which imports and searches the BIN table (D-32). */
const bins = async (words: readonly string[]): Promise<void> => {
  const { command, value, dryRun, removeMany } = readBinsArguments(words);
  if (command === "import") await runImport(value, { dryRun, removeMany });
  else await runOperatorWork(async (ctx) => describeFinding(value, await findBin(ctx, value)));
};

const runImport = async (path: string, options: { dryRun: boolean; removeMany: boolean }): Promise<void> => {
  const file = readBinFile(path);
  if (file.faults.length > 0) throw new LaunchFailure(describeFaults(path, file).join("\n"));
  await runOperatorWork(async (ctx) => {
    const source = { fileName: basename(path), digest: file.digest, conflicts: file.conflicts.length, staffId: null };
    const outcome = await importBins(ctx, { rows: file.rows, source, ...options });
    if (outcome.kind !== "refused") return describeImport(outcome, file);
    throw new LaunchFailure(`${path} was not imported. ${describeRefusal(outcome.difference)}`);
  });
};

await runCommand(() => bins(process.argv.slice(2)));
