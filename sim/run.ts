import { writeFileSync } from "node:fs";
import { runCommand } from "@/server/launch/failure";
import { describeFailure, runMany } from "./command/many";
import { type Options, readOptions } from "./command/options";
import { WorkerPool } from "./command/pool";
import { writeCommand } from "./command/shrink";
import { runMutants } from "./mutants/run-mutants";
import { runStateSearch } from "./states/run";

/**
 * Runs `npm run sim`: simulations of the product, each drawn from a seed and judged by oracles (docs/testing.md). A
 * failure is made smaller and ends with the command that repeats it. `--mutants` tells which seed finds each sabotage,
 * and `--states` searches the tables of states.
 */
async function run(args: readonly string[]): Promise<void> {
  const [first, ...others] = args;
  if (first === "--states") return runStateSearch(others);
  const options = readOptions(args);
  if (options.kind === "mutants") return runMutants(options);
  const pool = new WorkerPool();
  try {
    if (options.kind === "seed") await runOne(pool, options);
    if (options.kind === "seeds") await runMany(pool, options, say);
  } finally {
    await pool.close();
  }
}

async function runOne(
  pool: WorkerPool,
  { seed, reduction, traceFile }: Extract<Options, { kind: "seed" }>,
): Promise<void> {
  const verdict = await pool.simulate({ seed, reduction, keepsTrace: traceFile !== null });
  if (traceFile !== null) writeFileSync(traceFile, verdict.trace);
  if (verdict.finding) throw describeFailure(verdict, writeCommand(seed, reduction));
  say(`Seed ${seed}: ${verdict.steps} steps, trace ${verdict.digest}`);
}

const say = (line: string): void => console.log(line);

await runCommand(() => run(process.argv.slice(2)));
process.exit();
