import { SlownessMeter } from "./calibration";
import type { Outcome } from "./outcome";

/**
 * The areas of `npm test` in their order, with the seconds for each: 24 minutes together. They are for a
 * machine with two processors and nothing else to do. One with slower processors gets more (`calibration.ts`), also
 * while other machines slow them down; one that is busy with other programs does not, so the budgets do not hold there.
 */
export const budgets = {
  "static checks": 52,
  "unit and use-case tests": 368,
  "build and start": 81,
  "api, pay, panel, limits": 637,
  "alone, crash, launch": 302,
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

/**
 * How many times its budget a single area may take while the whole keeps to the sum: processors that are shared with
 * other machines slow areas down by different shares, and `calibration.ts` measures only a part of that.
 */
const areaShareMax = 1.15;

const toBudget = ({ area, slowness }: Spent): number => budgets[area] * slowness;

/** Returns a sentence for the whole when it is past the sum, and for each area that is far past its own budget. */
export const findOverspent = (spent: readonly Spent[]): string[] => {
  const isWholeLate = sum(spent, ({ seconds }) => seconds) > sum(spent, toBudget);
  const whole = isWholeLate ? [describeLate("All areas together", spent)] : [];
  const areas = spent.filter((one) => one.seconds > toBudget(one) * (isWholeLate ? 1 : areaShareMax));
  return [...whole, ...areas.map((one) => describeLate(`The area "${one.area}"`, [one]))];
};

const describeLate = (what: string, spent: readonly Spent[]): string =>
  `${what} took ${sum(spent, ({ seconds }) => seconds).toFixed(0)} s, and the budget is ` +
  `${sum(spent, toBudget).toFixed(0)} s: make tests cheaper (server/testing/run/budgets.ts).`;

const sum = (spent: readonly Spent[], of: (one: Spent) => number): number =>
  spent.reduce((total, one) => total + of(one), 0);

/** Adds what took too long to the failures. */
export const addOverspent = (outcome: Outcome, spent: readonly Spent[]): Outcome => ({
  ...outcome,
  failures: [...outcome.failures, ...findOverspent(spent)],
});

/** Formats the table of the areas: seconds, budget, and the machine's slowness, by which the budget was multiplied. */
export const formatSpent = (spent: readonly Spent[]): string => {
  const rows = [
    ["area", "seconds", "budget", "slowness"],
    ...spent.map((one) => [one.area, one.seconds.toFixed(0), toBudget(one).toFixed(0), one.slowness.toFixed(2)]),
    ["all", sum(spent, ({ seconds }) => seconds).toFixed(0), sum(spent, toBudget).toFixed(0), ""],
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
