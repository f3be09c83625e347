import { LaunchFailure } from "@/server/launch/failure";
import type { Mutant } from "./mutant";
import { mutants } from "./mutant-list";
import { formatSummary, formatTried, highestSeed, isEnough, tableHead } from "./report";
import { judgeRun, type Tried, type Verdict } from "./verdict";
import { openWorkbench, type Workbench } from "./workbench";

export interface MutantOptions {
  /** Only the mutants whose name, sentence or file has this word; null for all of them. */
  readonly only: string | null;
  /** The number of simulations after which a mutant counts as one that survives. */
  readonly seeds: number;
}

/**
 * Runs `npm run sim -- --mutants`: plants the mutants in a copy of the project, one after the other, and runs the
 * simulations of the seeds from 1 on, up to the first that sees it. Prints which seed found each and by which oracle.
 * At the end the seeds run once without a mutant, because what also fails then has not found one.
 * @throws LaunchFailure where the word fits none, or more mutants survive than may
 */
export async function runMutants({ only, seeds }: MutantOptions): Promise<void> {
  const chosen = choose(only);
  const workbench = await openWorkbench();
  const stop = (): void => void workbench.close().then(() => process.exit(130));
  process.once("SIGINT", stop);
  try {
    console.log(`${chosen.length} of ${mutants.length} mutants, ${seeds} simulations each at most\n${tableHead}`);
    const tried: Tried[] = [];
    for (const mutant of chosen) {
      const one = await tryMutant(workbench, mutant, seeds);
      tried.push(one);
      console.log(formatTried(one));
    }
    console.log(`\n${formatSummary(tried)}`);
    await requirePassing(workbench, highestSeed(tried));
    if (!isEnough(tried)) throw new LaunchFailure("The simulations miss too many of the mutants.");
  } finally {
    process.off("SIGINT", stop);
    await workbench.close();
  }
}

function choose(only: string | null): readonly Mutant[] {
  const chosen = mutants.filter(
    ({ name, what, edits }) =>
      only === null || [name, what, ...edits.map(({ file }) => file)].some((text) => text.includes(only)),
  );
  if (chosen.length === 0) throw new LaunchFailure(`No mutant has the word ${only}.`);
  return chosen;
}

async function tryMutant(workbench: Workbench, mutant: Mutant, seeds: number): Promise<Tried> {
  const startedAt = performance.now();
  const verdict = await workbench
    .withEdits(mutant.edits, async () => judgeRun(await workbench.simulate(seeds)))
    .catch((error: unknown): Verdict => ({ kind: "broken", why: String(error) }));
  return { mutant, verdict, seconds: Math.round((performance.now() - startedAt) / 1_000) };
}

/** Checks that the seeds up to one pass without a mutant. @throws LaunchFailure where one of them fails */
async function requirePassing(workbench: Workbench, seeds: number): Promise<void> {
  if (seeds === 0) return;
  const { code, output } = await workbench.simulate(seeds);
  if (code !== 0) throw new LaunchFailure(`The seeds 1 to ${seeds} do not pass without a mutant:\n${output}`);
  console.log(`The seeds 1 to ${seeds} pass without a mutant.`);
}
