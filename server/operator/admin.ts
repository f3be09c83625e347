import { AppError } from "../domain/errors";
import { NotPassed } from "../entry/admin/command";
import { findCommand, formatUsage } from "../entry/admin/commands";
import { LaunchFailure, runCommand } from "../launch/failure";
import { databaseRolesUsage, isDatabaseRoles, runDatabaseRoles } from "./database-roles";
import { runOperatorWork } from "./operator";

/** Runs `npm run admin -- COMMAND`, an operator's command in a terminal next to the running product. */
const admin = async (words: readonly string[]): Promise<void> => {
  if (isDatabaseRoles(words)) return console.log((await runDatabaseRoles(words)).join("\n"));
  const found = find(words);
  if (!found) throw new LaunchFailure(formatUsage([databaseRolesUsage]));
  await runOperatorWork(async (ctx) => {
    try {
      return await found.command.run(ctx, found.values, found.options);
    } catch (error) {
      if (!(error instanceof NotPassed)) throw error;
      process.exitCode = 1;
      return error.lines;
    }
  });
};

/** Finds the command. Invalid options are refused before the product's environment is read. */
const find = (words: readonly string[]): ReturnType<typeof findCommand> => {
  try {
    return findCommand(words);
  } catch (error) {
    throw error instanceof AppError ? new LaunchFailure(`${error.message}.`) : error;
  }
};

await runCommand(() => admin(process.argv.slice(2)));
