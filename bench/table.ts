import { median } from "./load";

/** The width in characters of a line's name. */
export const width = 50;

export const row = (name: string, perSecond: string, p99: number | string): string =>
  `  ${name.padEnd(width)}${perSecond.padStart(12)}${(typeof p99 === "number" ? p99.toFixed(1) : p99).padStart(10)}`;

/** Returns whether the aim is reached, or an empty text when there is no aim. */
export const verdict = (ratio: number, aim: number | undefined): string =>
  aim === undefined ? "" : `   aim ${aim.toFixed(1)}: ${ratio >= aim ? "reached" : "missed"}`;

/** Formats the median, the shortest and the longest of some durations in ms, and whether the median reaches the aim. */
export const durations = (name: string, allMs: readonly number[], aimMs: number): string => {
  const [medianMs, shortest, longest] = [median(allMs), Math.min(...allMs), Math.max(...allMs)];
  const result = medianMs <= aimMs ? "reached" : "missed";
  return [
    `  ${"".padEnd(width)}${"median ms".padStart(12)}${"shortest".padStart(10)}${"longest".padStart(10)}`,
    `  ${name.padEnd(width)}${medianMs.toFixed(0).padStart(12)}${shortest.toFixed(0).padStart(10)}` +
      `${longest.toFixed(0).padStart(10)}   aim ${aimMs}: ${result}`,
  ].join("\n");
};
