import { LaunchFailure, runCommand } from "../launch/failure";
import { findBin } from "../usecases/pricing/find-bin";
import { importBins } from "../usecases/pricing/import-bins";
import { readBinFile } from "./bins-file";
import { describeFaults, describeFinding, describeImport, describeRefusal } from "./bins-report";
import { readBinsWords } from "./bins-words";
import { operate } from "./operator";

/** `npm run bins -- COMMAND`: keeps the table of who issued which cards (D-32). */
const bins = async (words: readonly string[]): Promise<void> => {
  const { command, value, dryRun, removeMany } = readBinsWords(words);
  if (command === "import") await runImport(value, { dryRun, removeMany });
  else await operate(async (ctx) => describeFinding(value, await findBin(ctx, value)));
};

const runImport = async (path: string, options: { dryRun: boolean; removeMany: boolean }): Promise<void> => {
  const file = readBinFile(path);
  if (file.faults.length > 0) throw new LaunchFailure(describeFaults(path, file).join("\n"));
  await operate(async (ctx) => {
    const outcome = await importBins(ctx, { rows: file.rows, ...options });
    if (outcome.kind !== "refused") return describeImport(outcome, file);
    throw new LaunchFailure(`${path} was not imported. ${describeRefusal(outcome.difference)}`);
  });
};

await runCommand(() => bins(process.argv.slice(2)));
