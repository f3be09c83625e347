import { AppError } from "../domain/errors";
import { findCommand, usage } from "../entry/admin/commands";
import { LaunchFailure, runCommand } from "../launch/failure";
import { operate } from "./operator";

/** `npm run admin -- COMMAND`: what operators do from a terminal, beside the running product. */
const admin = async (words: readonly string[]): Promise<void> => {
  const found = find(words);
  if (!found) throw new LaunchFailure(usage());
  await operate((ctx) => found.command.run(ctx, found.values, found.options));
};

/** Options that cannot be read are refused with their sentence, before the product's environment is looked for. */
const find = (words: readonly string[]): ReturnType<typeof findCommand> => {
  try {
    return findCommand(words);
  } catch (error) {
    throw error instanceof AppError ? new LaunchFailure(`${error.message}.`) : error;
  }
};

await runCommand(() => admin(process.argv.slice(2)));
