import { cpus } from "node:os";
import { SlownessMeter } from "./calibration";
import type { Outcome } from "./outcome";

/**
 * The areas of `npm test` in their order, with the processor time in seconds that each may use. Two processors have
 * twice as many seconds as the clock. They are for a machine with nothing else to do. One with slower processors gets
 * more (`calibration.ts`), also while other machines slow them down; what other programs use counts as used by the
 * area.
 */
export const budgets = {
  "static checks": 100,
  "unit and use-case tests": 850,
  simulations: 175,
  "build and start": 135,
  "api, pay, panel, limits": 940,
  "alone, crash, launch": 560,
} as const satisfies Readonly<Record<string, number>>;

/**
 * What all areas together may take by the clock, s. It also counts what uses no processor, such as a test that sleeps;
 * an area has no bound of its own by the clock, because a disk or a neighbour that is busy for a minute would break it.
 */
export const longestRun = 26 * 60;

export type Area = keyof typeof budgets;

/** An area that has run. */
export interface Spent {
  readonly area: Area;
  /** By the clock. */
  readonly seconds: number;
  /** On all processors of the machine. */
  readonly processorSeconds: number;
  /** How many times longer than planned the machine needed at that time; see `SlownessMeter`. */
  readonly slowness: number;
}

/** Runs areas one after another, and measures what each takes. */
export class Areas {
  readonly spent: Spent[] = [];

  /** Runs an area. The machine's slowness is measured meanwhile. */
  async run<T>(area: Area, run: () => Promise<T>): Promise<T> {
    const meter = new SlownessMeter();
    const [startedAt, usedBefore] = [performance.now(), readProcessors()];
    try {
      return await run();
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      const processorSeconds = readProcessors() - usedBefore;
      this.spent.push({ area, seconds, processorSeconds, slowness: await meter.read() });
    }
  }
}

/** Returns how long the machine's processors have worked since it started, s. Waiting for a disk is not work. */
const readProcessors = (): number =>
  sum(cpus(), ({ times: { user, nice, sys, irq } }) => user + nice + sys + irq) / 1_000;

const sum = <T>(of: readonly T[], toNumber: (one: T) => number): number =>
  of.reduce((total, one) => total + toNumber(one), 0);

/** Returns how many times longer an area may take: not fewer on a machine that is faster than planned. */
const toPatience = ({ slowness }: Spent): number => Math.max(1, slowness);

/** Returns the processor time that an area may use, s. */
const toBudget = (one: Spent): number => budgets[one.area] * toPatience(one);

/** Returns how long the areas may take together: a slow area has its share of the bound longer, s. */
const toLongestRun = (spent: readonly Spent[]): number => {
  const seconds = sum(spent, (one) => one.seconds);
  return seconds === 0 ? longestRun : (longestRun * seconds) / sum(spent, (one) => one.seconds / toPatience(one));
};

/** Returns a sentence for each area that used more than its budget, and one when all took too long together. */
export const findOverspent = (spent: readonly Spent[]): string[] => {
  const areas = spent
    .filter((one) => one.processorSeconds > toBudget(one))
    .map(
      (one) =>
        `The area "${one.area}" used ${one.processorSeconds.toFixed(0)} s of the processors, and its budget is ` +
        `${toBudget(one).toFixed(0)} s: make its tests cheaper, or move seconds from another area's budget ` +
        "(server/testing/run/budgets.ts).",
    );
  const [seconds, longest] = [sum(spent, (one) => one.seconds), toLongestRun(spent)];
  if (seconds <= longest) return areas;
  return [
    ...areas,
    `All areas took ${seconds.toFixed(0)} s, and may take ${longest.toFixed(0)} s: make tests cheaper.`,
  ];
};

/** Adds what took too long to the failures. */
export const addOverspent = (outcome: Outcome, spent: readonly Spent[]): Outcome => ({
  ...outcome,
  failures: [...outcome.failures, ...findOverspent(spent)],
});

/**
 * Formats the table of the areas: seconds by the clock, seconds of the processors and their budget, and the machine's
 * slowness, by which the budget was multiplied unless it is below 1.
 */
export const formatSpent = (spent: readonly Spent[]): string => {
  const row = (name: string, seconds: number, used: number, budget: number, slowness = "") =>
    [name, ...[seconds, used, budget].map((each) => each.toFixed(0)), slowness] as const;
  const rows = [
    ["area", "seconds", "processors", "budget", "slowness"],
    ...spent.map((one) => row(one.area, one.seconds, one.processorSeconds, toBudget(one), one.slowness.toFixed(2))),
    row(
      "all",
      sum(spent, (one) => one.seconds),
      sum(spent, (one) => one.processorSeconds),
      sum(spent, toBudget),
    ),
  ];
  const [first = 0, ...others] = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map(([name = "", ...cells]) =>
      [name.padEnd(first), ...cells.map((cell, column) => cell.padStart(others[column] ?? 0))].join("  ").trimEnd(),
    )
    .join("\n");
};
