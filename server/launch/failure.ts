import { EnvError } from "@/server/env";

/** Why the product cannot start, as one plain sentence for a person; printed without a stack. */
export class LaunchFailure extends Error {
  override name = "LaunchFailure";
}

/** What to print about an error: the sentence of an expected one, the stack of any other. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof LaunchFailure || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Runs a command's main function; a failure is printed and makes the exit code 1. */
export const runCommand = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    console.error(sentenceOf(error));
    process.exitCode = 1;
  }
};
