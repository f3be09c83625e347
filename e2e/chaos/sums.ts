import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { LaunchFailure } from "@/server/launch/failure";
import { type Blow, isCreated, isKill, type TriedCreation } from "./errors";
import { measureAvailability, type Struck } from "./recovery";

const count = z.int().min(0);
const inTime = z.object({ creations: count, inTime: count });

/** The figures of one run that add up over several. */
const runSchema = z.object({
  startedAt: z.iso.datetime(),
  seed: z.int(),
  /** How long blows fell, minutes. */
  minutes: z.number().min(0),
  /** The number of blows by kind. */
  blows: z.record(z.string(), count),
  kills: count,
  creations: count,
  /** The number of creations that were answered with a payment. */
  answered: count,
  calm: inTime,
  rough: inTime,
  hasPassed: z.boolean(),
});
export type RunFigures = z.infer<typeof runSchema>;

const fileSchema = z.object({ runs: z.array(runSchema) });

export interface RunFacts extends Pick<RunFigures, "seed" | "minutes" | "hasPassed"> {
  /** The real instant of the beginning, ms. */
  readonly startedAt: number;
  readonly blows: readonly Struck[];
  readonly creations: readonly TriedCreation[];
}

export function toFigures({ startedAt, seed, minutes, hasPassed, blows, creations }: RunFacts): RunFigures {
  return {
    startedAt: new Date(startedAt).toISOString(),
    seed,
    minutes,
    blows: countKinds(blows),
    kills: blows.filter(isKill).length,
    creations: creations.length,
    answered: creations.filter(isCreated).length,
    ...measureAvailability(blows, creations),
    hasPassed,
  };
}

function countKinds(blows: readonly Blow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of blows) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Reads the runs of a file; none where it does not exist. @throws LaunchFailure when it holds something else */
export function readRuns(file: string): RunFigures[] {
  if (!existsSync(file)) return [];
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, "utf8"))).runs;
  } catch {
    throw new LaunchFailure(`${file} holds no figures of runs.`);
  }
}

/** Adds the figures of a run to a file, and returns those of all its runs. */
export function addRun(file: string, run: RunFigures): RunFigures[] {
  const runs = [...readRuns(file), run];
  writeFileSync(file, `${JSON.stringify({ runs }, null, 2)}\n`);
  return runs;
}

/** Describes what several runs have done together. */
export function describeSum(runs: readonly RunFigures[]): string[] {
  const sum = (of: (run: RunFigures) => number): number => runs.reduce((total, run) => total + of(run), 0);
  const kinds = [...new Set(runs.flatMap(({ blows }) => Object.keys(blows)))].sort();
  const share = (part: number, whole: number): string =>
    whole === 0 ? "none" : `${((part / whole) * 100).toFixed(3)} % of ${whole}`;
  return [
    `${runs.length} runs, ${runs.filter(({ hasPassed }) => hasPassed).length} of them passed: ` +
      `${sum(({ minutes }) => minutes).toFixed(1)} minutes, ${sum(({ kills }) => kills)} kills`,
    `blows: ${kinds.map((kind) => `${kind} ${sum(({ blows }) => blows[kind] ?? 0)}`).join(", ")}`,
    `creations: ${share(
      sum((run) => run.answered),
      sum((run) => run.creations),
    )} created; answered within 1 s: ${share(
      sum(({ calm }) => calm.inTime),
      sum(({ calm }) => calm.creations),
    )} outside of restarts, ${share(
      sum(({ rough }) => rough.inTime),
      sum(({ rough }) => rough.creations),
    )} during one`,
  ];
}
