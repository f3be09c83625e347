import { SlownessMeter } from "./calibration";
import type { Outcome } from "./outcome";

/**
 * The areas of `npm test` in their order, with the seconds that each may take: 22 minutes together. They are for a
 * machine with two processors and nothing else to do. One with slower processors gets more (`calibration.ts`), also
 * while other machines slow them down; one that is busy with other programs does not, so the budgets do not hold there.
 */
export const budgets = {
  "static checks": 51,
  "unit and use-case tests": 370,
  simulations: 80,
  "build and start": 66,
  "api, pay, panel, limits": 473,
  "alone, crash, launch": 280,
} as const satisfies Readonly<Record<string, number>>;

export type Area = keyof typeof budgets;

/** An area that has run. */
export interface Spent {
  readonly area: Area;
  readonly seconds: number;
  /** How many times longer than planned the machine needed at that time; see `SlownessMeter`. */
  readonly slowness: number;
}

/** Runs areas one after another, and measures what each takes. */
export class Areas {
  readonly spent: Spent[] = [];

  /** Runs an area. The machine's slowness is measured meanwhile. */
  async run<T>(area: Area, run: () => Promise<T>): Promise<T> {
    const meter = new SlownessMeter();
    const startedAt = performance.now();
    try {
      return await run();
    } finally {
      const seconds = (performance.now() - startedAt) / 1_000;
      this.spent.push({ area, seconds, slowness: await meter.read() });
    }
  }
}

/** Returns the seconds that an area may take: not fewer on a machine that is faster than planned. */
const toBudget = ({ area, slowness }: Spent): number => budgets[area] * Math.max(1, slowness);

/** Returns a sentence for each area that took longer than its budget. */
export const findOverspent = (spent: readonly Spent[]): string[] =>
  spent
    .filter((one) => one.seconds > toBudget(one))
    .map(
      (one) =>
        `The area "${one.area}" took ${one.seconds.toFixed(0)} s, and its budget is ${toBudget(one).toFixed(0)} s: ` +
        `make its tests cheaper, or move seconds from another area's budget (server/testing/run/budgets.ts).`,
    );

/** Adds what took too long to the failures. */
export const addOverspent = (outcome: Outcome, spent: readonly Spent[]): Outcome => ({
  ...outcome,
  failures: [...outcome.failures, ...findOverspent(spent)],
});

/**
 * Formats the table of the areas: seconds, budget, and the machine's slowness, by which the budget was multiplied
 * unless it is below 1.
 */
export const formatSpent = (spent: readonly Spent[]): string => {
  const sum = (of: (one: Spent) => number): string => spent.reduce((total, one) => total + of(one), 0).toFixed(0);
  const rows = [
    ["area", "seconds", "budget", "slowness"],
    ...spent.map((one) => [one.area, one.seconds.toFixed(0), toBudget(one).toFixed(0), one.slowness.toFixed(2)]),
    ["all", sum(({ seconds }) => seconds), sum(toBudget), ""],
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
