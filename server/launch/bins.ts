import { parseArgs } from "node:util";
import { findBin } from "@/server/usecases/find-bin";
import { importBins } from "@/server/usecases/import-bins";
import { readBinFile } from "./bins-file";
import { describeFaults, describeFinding, describeImport, describeRefusal } from "./bins-report";
import { LaunchFailure, runCommand } from "./failure";
import { operate } from "./operator";

const usage = `npm run bins -- COMMAND
  import FILE    makes the BIN table what a CSV file says; nothing is written unless every line is right
    --dry-run      only says what would change
    --remove-many  also when more than a tenth of the imported rows would go
  find BIN       what the product knows of cards that begin with these six to eight digits`;

/** `npm run bins -- COMMAND`: keeps the table of who issued which cards (D-32). */
const bins = async (words: readonly string[]): Promise<void> => {
  const { command, value, dryRun, removeMany } = readWords(words);
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

interface Words {
  readonly command: "import" | "find";
  readonly value: string;
  readonly dryRun: boolean;
  readonly removeMany: boolean;
}

/** Throws LaunchFailure with the usage when the words are no command. */
const readWords = (words: readonly string[]): Words => {
  const { values, positionals } = parsed(words);
  const [command, value = "", ...others] = positionals;
  const { "dry-run": dryRun = false, "remove-many": removeMany = false } = values;
  const isFind = command === "find" && !dryRun && !removeMany;
  if ((command !== "import" && !isFind) || value === "" || others.length > 0) throw new LaunchFailure(usage);
  // What is longer may be a card number, which nobody asks for (D-49).
  if (isFind && !/^[0-9]{6,8}$/.test(value))
    throw new LaunchFailure("A BIN is the first six to eight digits.");
  return { command, value, dryRun, removeMany };
};

const parsed = (words: readonly string[]) => {
  try {
    return parseArgs({
      args: [...words],
      options: { "dry-run": { type: "boolean" }, "remove-many": { type: "boolean" } },
      allowPositionals: true,
    });
  } catch {
    throw new LaunchFailure(usage);
  }
};

await runCommand(() => bins(process.argv.slice(2)));
