/** The layers over which the planted faults are spread. */
export const layers = [
  "domain",
  "store",
  "database",
  "usecases",
  "banks",
  "webhooks",
  "executor",
  "entry",
  "front",
  "launch",
  "operator",
  "sandbox",
  "components",
  "messages",
] as const;
export type Layer = (typeof layers)[number];

/** A fault that is planted in a copy of the project to show that the tests see it. Paths begin at the root. */
export interface Fault {
  readonly layer: Layer;
  /** What goes wrong, and for whom, as one sentence. */
  readonly what: string;
  readonly file: string;
  /** The text that is replaced. It occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The test files that should see the fault. */
  readonly tests: readonly string[];
}

/** A fault without its layer, as the lists have it. */
export type ListedFault = Omit<Fault, "layer">;

/** Returns the vitest project of a test file, which its name decides (vitest.config.ts). */
export function toProject(file: string): string {
  const kind = file.includes(".db.test.") ? "usecases" : "unit";
  return file.includes(".mocked.") ? `${kind}-mocked` : kind;
}
