import { parseArgs } from "node:util";
import { LaunchFailure } from "../launch/failure";

const usage = `npm run bins -- COMMAND
  import FILE    makes the BIN table what a CSV file says; nothing is written unless every line is right
    --dry-run      only says what would change
    --remove-many  also when more than a tenth of the imported rows would go
  find BIN       what the product knows of cards that begin with these six to eight digits`;

export interface BinsWords {
  readonly command: "import" | "find";
  readonly value: string;
  readonly dryRun: boolean;
  readonly removeMany: boolean;
}

/** What `npm run bins` was asked for. Throws LaunchFailure with the usage when the words are no command. */
export const readBinsWords = (words: readonly string[]): BinsWords => {
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
