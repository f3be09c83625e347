/** A step of a rehearsal: what it shows, and the work, which returns a sentence for the line or throws. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<string>;
}

export interface Tally {
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
}

/**
 * Runs the steps in their order and prints a line for each. After a failure the others are skipped, because each one
 * builds on those before it.
 * @param missing why nothing can be run here; null where everything is there
 */
export async function runSteps(
  steps: readonly Step[],
  missing: string | null,
  print: (line: string) => void,
): Promise<Tally> {
  let [done, failed] = [0, 0];
  let skipReason = missing;
  for (const { name, run } of steps) {
    if (skipReason !== null) {
      print(`skipped          ${name}: ${skipReason}`);
      continue;
    }
    const start = performance.now();
    const passed = () => `${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`;
    try {
      const said = await run();
      done += 1;
      print(`done   ${passed()}  ${name}${said === "" ? "" : `: ${said}`}`);
    } catch (error) {
      failed += 1;
      skipReason = "a step before it has failed";
      print(`FAILED ${passed()}  ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { done, failed, skipped: steps.length - done - failed };
}

export const formatTally = ({ done, skipped, failed }: Tally): string =>
  `${done} steps done, ${skipped} skipped, ${failed} failed`;
