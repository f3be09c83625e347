import { parseArgs } from "node:util";
import { LaunchFailure } from "../launch/failure";

const usage = `npm run bins -- COMMAND
  import FILE    replaces the imported BIN rows with those of a CSV file; a faulty line prevents the import
    --dry-run      only shows what would change
    --remove-many  allows an import that removes more than a tenth of the imported rows
  find BIN       shows what is known about cards with these first six to eight digits`;

export interface BinsArguments {
  readonly command: "import" | "find";
  readonly value: string;
  readonly dryRun: boolean;
  readonly removeMany: boolean;
}

/** Reads the arguments of `npm run bins`. @throws LaunchFailure with the usage when they are no command */
export const readBinsArguments = (args: readonly string[]): BinsArguments => {
  const { values, positionals } = parseWords(args);
  const [command, value = "", ...others] = positionals;
  const { "dry-run": dryRun = false, "remove-many": removeMany = false } = values;
  const isFind = command === "find" && !dryRun && !removeMany;
  if ((command !== "import" && !isFind) || value === "" || others.length > 0) throw new LaunchFailure(usage);
  // A longer value may be a card number, so it is refused and not repeated (D-49).
  if (isFind && !/^[0-9]{6,8}$/.test(value))
    throw new LaunchFailure("A BIN is the first six to eight digits of a card number.");
  return { command, value, dryRun, removeMany };
};

const parseWords = (words: readonly string[]) => {
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
