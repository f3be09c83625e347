import { LaunchFailure } from "@/server/launch/failure";
import { type Verdict, whole } from "../simulate";
import type { Troubles } from "../world/world";
import type { Options } from "./options";
import type { WorkerPool } from "./pool";
import { shrink, writeCommand } from "./shrink";

type ManySeeds = Extract<Options, { kind: "seeds" }>;

/** How often the progress is said, in simulations. */
const progressEvery = 500;

/**
 * Runs the simulations of a range of seeds and stops at the first that breaks a rule. Says how many passed.
 * @throws LaunchFailure with what was found and the command that repeats it
 */
export async function runMany(pool: WorkerPool, options: ManySeeds, say: (line: string) => void): Promise<void> {
  const { from, count, isTwice, shrinks } = options;
  const startedAt = performance.now();
  const seconds = (): string => ((performance.now() - startedAt) / 1_000).toFixed(1);
  const seeds = Array.from({ length: count }, (_, index) => String(from + index));
  const waiting = isTwice ? [...seeds, ...seeds] : seeds;
  const traces = new Map<string, string>();
  const failing: Verdict[] = [];
  let [done, steps] = [0, 0];
  const troubles = { crashes: 0, lockWaits: 0, bankMishaps: 0, repeatedCredits: 0 };
  const next = () => {
    const seed = waiting.shift();
    return seed === undefined ? null : { seed, reduction: whole, keepsTrace: isTwice };
  };
  await pool.run(next, (verdict) => {
    done += 1;
    steps += verdict.steps;
    addTroubles(troubles, verdict.troubles);
    if (done % progressEvery === 0) say(`${done} simulations, ${steps} steps, ${seconds()} s`);
    if (isTwice) compareTraces(traces, verdict);
    if (verdict.finding) failing.push(verdict);
    return failing.length === 0;
  });
  const [first] = failing;
  if (first) throw await explainFailure(pool, first, shrinks, say);
  say(`${done} simulations of the seeds ${from} to ${from + count - 1}: ${steps} steps in ${seconds()} s`);
  say(describeTroubles(done, troubles));
  if (isTwice) say(`The traces of ${count} seeds were equal in both runs`);
}

/** The kinds of trouble of which many simulations have some. */
const usualTroubles = ["crashes", "lockWaits", "bankMishaps"] as const satisfies readonly (keyof Troubles)[];

/** In so many simulations each of these happens. */
const enough = 50;

function addTroubles(sum: Record<keyof Troubles, number>, more: Troubles): void {
  sum.crashes += more.crashes;
  sum.lockWaits += more.lockWaits;
  sum.bankMishaps += more.bankMishaps;
  sum.repeatedCredits += more.repeatedCredits;
}

/**
 * Says how much trouble there was.
 * @throws LaunchFailure where many simulations had none of a kind, because they prove nothing
 */
export function describeTroubles(simulations: number, troubles: Troubles): string {
  const { crashes, lockWaits, bankMishaps, repeatedCredits } = troubles;
  const text =
    `${crashes} crashes, ${lockWaits} waits for locks, ${bankMishaps} mishaps on the way to banks, ` +
    `${repeatedCredits} credits done twice`;
  if (simulations >= enough && usualTroubles.some((name) => troubles[name] === 0)) {
    throw new LaunchFailure(`${simulations} simulations had too little trouble to prove anything: ${text}.`);
  }
  return text;
}

/** @throws LaunchFailure with the first lines that differ */
function compareTraces(traces: Map<string, string>, { seed, trace }: Verdict): void {
  const before = traces.get(seed);
  traces.set(seed, trace);
  if (before === undefined || before === trace) return;
  const [first, second] = [before.split("\n"), trace.split("\n")];
  const place = first.findIndex((line, index) => line !== second[index]);
  throw new LaunchFailure(
    [`Seed ${seed} had two traces, which differ from here on:`, first[place], second[place]].join("\n"),
  );
}

/** Makes a failing simulation smaller, and describes it with the command that repeats it. */
async function explainFailure(
  pool: WorkerPool,
  failing: Verdict,
  shrinks: boolean,
  say: (line: string) => void,
): Promise<LaunchFailure> {
  const { seed } = failing;
  if (!shrinks) return describeFailure(failing, writeCommand(seed, whole));
  say(`Seed ${seed} breaks "${failing.finding?.oracle}"; it is made smaller now`);
  const repeat = (reduction: typeof whole) => pool.simulate({ seed, reduction, keepsTrace: false });
  const { reduction, verdict } = await shrink(failing, repeat);
  return describeFailure(verdict, writeCommand(seed, reduction));
}

/** How many findings of an oracle are quoted. */
const quotedMax = 5;

export function describeFailure({ seed, finding, steps }: Verdict, command: string): LaunchFailure {
  const texts = finding?.texts ?? [];
  const more = texts.length - quotedMax;
  return new LaunchFailure(
    [
      `Seed ${seed} breaks "${finding?.oracle}" after ${steps} steps:`,
      ...texts.slice(0, quotedMax).map((text) => `  ${text}`),
      ...(more > 0 ? [`  and ${more} more`] : []),
      `Repeat it with: ${command}`,
    ].join("\n"),
  );
}
