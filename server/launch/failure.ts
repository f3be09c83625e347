/** Why the product cannot start, as one plain sentence for a person; printed without a stack. */
export class LaunchFailure extends Error {
  override name = "LaunchFailure";
}

/** Runs a command's main function: an expected failure prints its sentence, anything else its stack; exit code 1. */
export const runCommand = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main();
  } catch (error) {
    console.error(error instanceof LaunchFailure ? error.message : error);
    process.exitCode = 1;
  }
};
