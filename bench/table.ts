import { median } from "./load";

/** The width in characters of a line's name. */
export const width = 50;

export const row = (name: string, perSecond: string, p99: number | string): string =>
  `  ${name.padEnd(width)}${perSecond.padStart(12)}${(typeof p99 === "number" ? p99.toFixed(1) : p99).padStart(10)}`;

/** Returns whether the aim is reached, or an empty text when there is no aim. */
export const verdict = (ratio: number, aim: number | undefined): string =>
  aim === undefined ? "" : `   aim ${aim.toFixed(1)}: ${ratio >= aim ? "reached" : "missed"}`;

/** A bound that the product must keep was missed, so the program fails. */
export class MissedBound extends Error {}

/**
 * Prints the median, the shortest and the longest of some durations in ms. Throws when the median is longer than the
 * bound.
 */
export const printDurations = (name: string, allMs: readonly number[], boundMs: number): void => {
  const medianMs = median(allMs);
  const isKept = medianMs <= boundMs;
  console.log(formatDurations(name, allMs, `   bound ${boundMs}: ${isKept ? "kept" : "missed"}`));
  if (!isKept) throw new MissedBound(`${name}: a median of ${medianMs.toFixed(0)} ms, and at most ${boundMs} ms`);
};

const formatDurations = (name: string, allMs: readonly number[], result: string): string => {
  const [medianMs, shortest, longest] = [median(allMs), Math.min(...allMs), Math.max(...allMs)];
  return [
    `  ${"".padEnd(width)}${"median ms".padStart(12)}${"shortest".padStart(10)}${"longest".padStart(10)}`,
    `  ${name.padEnd(width)}${medianMs.toFixed(0).padStart(12)}${shortest.toFixed(0).padStart(10)}` +
      `${longest.toFixed(0).padStart(10)}${result}`,
  ].join("\n");
};
