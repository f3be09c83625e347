import { EnvError } from "@/server/env";

/** An expected failure. Its message is for a person and is printed without a stack trace. */
export class LaunchFailure extends Error {
  override name = "LaunchFailure";
}

/** Returns the text to print for an error: the message of an expected one, the stack trace of any other. */
export const describeError = (error: unknown): string => {
  if (error instanceof LaunchFailure || error instanceof EnvError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

/** Runs a command's main function. A failure is printed, and the exit code is then 1. */
export const runCommand = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    console.error(describeError(error));
    process.exitCode = 1;
  }
};
