/** The width in characters of a line's name. */
export const width = 50;

export const row = (name: string, perSecond: string, p99: number | string): string =>
  `  ${name.padEnd(width)}${perSecond.padStart(12)}${(typeof p99 === "number" ? p99.toFixed(1) : p99).padStart(10)}`;

/** Returns whether the aim is reached, or an empty text when there is no aim. */
export const verdict = (ratio: number, aim: number | undefined): string =>
  aim === undefined ? "" : `   aim ${aim.toFixed(1)}: ${ratio >= aim ? "reached" : "missed"}`;
