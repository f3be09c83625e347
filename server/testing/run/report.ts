import { describeError } from "@/server/launch/failure";
import { formatOutcome, nothingRun, type Outcome } from "./outcome";

/** Runs tests, prints their outcome with the sum in the last line, and sets the exit code. */
export const reportOutcome = async (run: () => Promise<Outcome>): Promise<void> => {
  const outcome = await run().catch((error: unknown) => ({ ...nothingRun, failures: [describeError(error)] }));
  console.log(formatOutcome(outcome));
  process.exitCode = outcome.failures.length === 0 && outcome.passed > 0 ? 0 : 1;
};
