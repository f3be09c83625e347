import type { AlertKind } from "@/server/domain/alerts";

/** An incident that can be made. */
export interface Incident {
  readonly kind: AlertKind;
  /** How the cause is made, for people. */
  readonly made: string;
  /** Why it cannot be made on this machine; null where it can. */
  readonly missing: string | null;
  /** Makes the cause, which lasts until `end`. */
  cause(): Promise<void>;
  /** Ends the cause. */
  end(): Promise<void>;
}

/** How an incident went. The times are null where it did not come so far. */
export interface Outcome {
  readonly kind: AlertKind;
  readonly made: string;
  readonly missing: string | null;
  /** From the cause to the message that names it, ms. */
  readonly namedMs: number | null;
  /** From the end of the cause to the end of the incident, ms. */
  readonly closedMs: number | null;
  /** What the message said. */
  readonly sentence: string | null;
  readonly failure: string | null;
}

/** An incident is named at most this long after its cause, ms. */
const namedWithinMs = 60_000;

export const hasPassed = ({ missing, namedMs, closedMs, failure }: Outcome): boolean =>
  missing !== null || (failure === null && namedMs !== null && namedMs <= namedWithinMs && closedMs !== null);

/** Writes the table of the outcomes, with a line that sums them up. */
export function formatOutcomes(outcomes: readonly Outcome[]): string[] {
  const rows = outcomes.map((outcome) => [
    outcome.kind,
    outcome.missing === null ? (hasPassed(outcome) ? "passed" : "FAILED") : "skipped",
    formatSeconds(outcome.namedMs),
    formatSeconds(outcome.closedMs),
    outcome.missing ?? outcome.failure ?? outcome.made,
  ]);
  const table = [["incident", "", "named after", "closed after", "how it was made"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const failed = outcomes.filter((outcome) => !hasPassed(outcome)).length;
  const skipped = outcomes.filter(({ missing }) => missing !== null).length;
  return [
    ...lines,
    `${outcomes.length - failed - skipped} incidents named and closed, ${skipped} skipped, ${failed} failed`,
  ];
}

const formatSeconds = (ms: number | null): string => (ms === null ? "-" : `${(ms / 1_000).toFixed(1)} s`);
