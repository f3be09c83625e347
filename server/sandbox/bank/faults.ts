import { drawFraction, type Random } from "@/server/domain/random";
import { type Answer, answerText, broken } from "./answer";
import type { OperationName, Settings } from "./settings";

/**
 * A fault of one request: the answer that the caller gets, and whether the bank did its work before it or not at all.
 */
export interface Fault {
  readonly when: "before" | "after";
  readonly answer: Answer;
}

/**
 * Decides whether an operation fails, and how; null when it does not. An outage breaks the connection of every listed
 * operation before any work. `errorRate` divides its failures evenly among four kinds. Half of them happen after the
 * work, so the answer does not show whether money moved: the caller has a real unknown outcome.
 */
export function chooseFault(settings: Settings, operation: OperationName, random: Random): Fault | null {
  if (!settings.operations.includes(operation)) return null;
  if (settings.down) return { when: "before", answer: broken };
  if (drawFraction(random) >= settings.errorRate) return null;
  return kinds[Math.floor(drawFraction(random) * kinds.length)] ?? null;
}

/** Returns the delay of this operation's answer in ms. */
export const chooseLatencyMs = (settings: Settings, operation: OperationName): number =>
  settings.operations.includes(operation) ? settings.latencyMs : 0;

const kinds: readonly Fault[] = [
  { when: "before", answer: answerText(500, "text/html", "<h1>Internal Server Error</h1>") },
  { when: "before", answer: broken },
  { when: "after", answer: answerText(200, "text/html", "<html><body>Sistem meşgul") },
  { when: "after", answer: broken },
];
