import { findCommand, usage } from "@/server/entry/admin/commands";
import { LaunchFailure, runCommand } from "./failure";
import { operate } from "./operator";

/** `npm run admin -- COMMAND`: what operators do from a terminal, beside the running product. */
const admin = async (words: readonly string[]): Promise<void> => {
  const found = findCommand(words);
  if (!found) throw new LaunchFailure(usage());
  await operate((ctx) => found.command.run(ctx, found.values));
};

await runCommand(() => admin(process.argv.slice(2)));
