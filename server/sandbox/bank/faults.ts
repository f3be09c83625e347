import { type Answer, answerText, broken } from "./answer";
import type { OperationName, Settings } from "./settings";

/** Numbers from 0 up to 1, as `Math.random` gives them; tests bring their own. */
export type Random = () => number;

/** A request that goes wrong: before the bank did anything, or after it did everything. */
export interface Fault {
  readonly strikes: "before" | "after";
  readonly answer: Answer;
}

/**
 * Decides whether an operation goes wrong, and how. An outage breaks every listed connection before anything is
 * done. `errorRate` shares its failures evenly among four kinds, half of which strike after the work, so that
 * what the caller sees tells nothing about the money: a real unknown outcome.
 */
export function chooseFault(settings: Settings, operation: OperationName, random: Random): Fault | null {
  if (!settings.operations.includes(operation)) return null;
  if (settings.down) return { strikes: "before", answer: broken };
  if (random() >= settings.errorRate) return null;
  return kinds[Math.floor(random() * kinds.length)] ?? null;
}

/** How long the answer of this operation is held back, ms. */
export const latencyOf = (settings: Settings, operation: OperationName): number =>
  settings.operations.includes(operation) ? settings.latencyMs : 0;

const kinds: readonly Fault[] = [
  { strikes: "before", answer: answerText(500, "text/html", "<h1>Internal Server Error</h1>") },
  { strikes: "before", answer: broken },
  { strikes: "after", answer: answerText(200, "text/html", "<html><body>Sistem meşgul") },
  { strikes: "after", answer: broken },
];
