import { type Blow, type BlowKind, endOf, isCreated, type TriedCreation } from "./errors";

/** A blow and what came back after it. The instants are real ones, ms. */
export interface Struck extends Blow {
  /** When enough web processes said that they are ready. */
  readonly readyAt: number;
  /** When what was struck did its work again. */
  readonly wholeAt: number;
}

/** Three values of a set of durations, ms. */
export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** How long recoveries took after the end of the causes of a kind's blows. */
export interface Recovery {
  readonly kind: BlowKind;
  readonly times: number;
  /** How long the cause itself lasted. */
  readonly cause: Quantiles;
  /** Until enough web processes were ready. */
  readonly ready: Quantiles;
  /** Until what was struck did its work again. */
  readonly whole: Quantiles;
  /** Until the next payment was created. */
  readonly creation: Quantiles;
}

/** Measures the recoveries of each kind of blow. */
export function measureRecoveries(blows: readonly Struck[], creations: readonly TriedCreation[]): Recovery[] {
  const kinds = [...new Set(blows.map(({ kind }) => kind))].sort();
  const good = creations.filter(isCreated).sort((one, other) => one.at - other.at);
  return kinds.map((kind) => {
    const own = blows.filter((blow) => blow.kind === kind);
    return {
      kind,
      times: own.length,
      cause: toQuantiles(own.map((blow) => endOf(blow) - blow.at)),
      ready: toQuantiles(own.map((blow) => blow.readyAt - endOf(blow))),
      whole: toQuantiles(own.map((blow) => blow.wholeAt - endOf(blow))),
      creation: toQuantiles(own.flatMap((blow) => findNextCreation(good, endOf(blow)))),
    };
  });
}

/** Returns how long after an instant the first payment was created of those asked for since; nothing where none was. */
function findNextCreation(good: readonly TriedCreation[], since: number): number[] {
  const from = good.findIndex(({ at }) => at >= since);
  if (from < 0) return [];
  let first = Number.POSITIVE_INFINITY;
  for (const { at, ms } of good.slice(from)) {
    if (at > first) break;
    first = Math.min(first, at + ms);
  }
  return [first - since];
}

export function toQuantiles(durations: readonly number[]): Quantiles {
  const sorted = durations.map((ms) => Math.max(0, ms)).sort((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

/** How long a creation may take that counts as in time, ms. */
const inTimeMs = 1_000;

/** Creations, and how many of them succeeded within a second. */
export interface InTime {
  readonly creations: number;
  readonly inTime: number;
}

/** Counts the creations that succeeded in time: of those during a restart or a lasting blow, and of the others. */
export function measureAvailability(blows: readonly Struck[], creations: readonly TriedCreation[]) {
  const isRough = ({ at, ms }: TriedCreation): boolean =>
    blows.some((blow) => blow.at <= at + ms && Math.max(blow.wholeAt, blow.readyAt) >= at);
  const count = (some: readonly TriedCreation[]): InTime => ({
    creations: some.length,
    inTime: some.filter((one) => isCreated(one) && one.ms < inTimeMs).length,
  });
  const rough = creations.filter(isRough);
  const isOfRough = new Set(rough);
  return { calm: count(creations.filter((one) => !isOfRough.has(one))), rough: count(rough) };
}
