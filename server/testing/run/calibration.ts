import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "@/server/launch/project";

/**
 * The processor time in ms that the work takes on the machine for which the budgets were made, while the tests run
 * there and nothing else. What the tests themselves take follows it: six runs of the same 1,553 use-case tests took 151
 * to 180 s of processor time while the work took 12.6 to 16.0 ms, each run 11.2 to 12.1 s per ms.
 */
const referenceMs = 13;

/** Outside of these the work would say little about the tests. */
const bounds = { least: 0.5, most: 3 };

/** @param workMs the mean processor time of the work in ms */
export const toSlowness = (workMs: number): number =>
  Math.min(bounds.most, Math.max(bounds.least, workMs / referenceMs));

/**
 * Measures how many times slower than planned the machine's processors are while something runs, for example because
 * other machines share them. A process of its own does a fixed amount of work every two seconds, and counts the
 * processor time that it takes: waiting for a processor does not count, whether the tests use it or another program.
 */
export class SlownessMeter {
  readonly #process = fork(join(projectRoot, "server/testing/run/repeated-work.mjs"), { execArgv: [] });

  /** Ends the measurement. @returns the slowness since the meter was created */
  async read(): Promise<number> {
    const answered = once(this.#process, "message");
    this.#process.send("read");
    const [workMs] = await answered;
    return toSlowness(workMs as number);
  }
}
