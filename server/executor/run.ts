import { createHash } from "node:crypto";

/** What the embedded executor keeps of a run; the names are those of Inngest's SDK protocol. */
export interface RunEvent {
  readonly name: string;
  readonly id: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** ms since the epoch. */
  readonly ts: number;
  readonly user?: Readonly<Record<string, unknown>>;
  readonly v?: string;
}

export interface StepResult {
  readonly id: string;
  /** `{data}`, `{error}`, or null after a sleep. */
  readonly value: unknown;
}

/** The step id of a call that asks what comes next, rather than for one step. */
export const discovery = "step";

export interface Job {
  readonly id: string;
  /** A call of the SDK, or the end of a sleep. */
  readonly kind: "call" | "wake";
  readonly stepId: string;
  /** Tries of this hop before this one. */
  readonly attempt: number;
  readonly runAt: Date;
  /** Whether the function is asked again as soon as this is done, not when all beside it are. */
  readonly eager: boolean;
}

/** A job with all that is needed to do it. */
export interface Work extends Job {
  readonly runId: string;
  readonly functionId: string;
  readonly event: RunEvent;
  readonly steps: readonly StepResult[];
  /** Of the protocol; -1 before the SDK's first answer. */
  readonly version: number;
  /** One for each concurrency limit of the function, in their order. */
  readonly slots: readonly string[];
  /** Step ids of the run's other jobs. */
  readonly beside: readonly string[];
}

export interface RunError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

/** What a hop leaves behind. */
export interface Outcome {
  /** Null when no step has finished. */
  readonly steps: readonly StepResult[] | null;
  readonly version: number;
  readonly jobs: readonly Job[];
  readonly end: RunEnd | null;
}

export type RunEnd =
  | { readonly status: "completed" /** JSON. */; readonly result: string }
  | { readonly status: "failed"; readonly error: RunError };

/** A text of the outside as part of a key: as it is, or its hash where a database or an index would not take it. */
export const shortText = (text: string): string =>
  /^[ -~]{0,200}$/.test(text) ? text : createHash("sha256").update(text).digest("hex");
