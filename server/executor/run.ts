import { createHash } from "node:crypto";

/** An event of a run; the names of its fields are those of Inngest's SDK protocol. */
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

/** The step id of a call that asks what comes next, instead of running one step. */
export const discovery = "step";

export interface Job {
  readonly id: string;
  /** A call of the SDK, or the end of a sleep. */
  readonly kind: "call" | "wake";
  readonly stepId: string;
  /** The number of earlier tries of this job. */
  readonly attempt: number;
  readonly runAt: Date;
  /** Whether the function is called again as soon as this job is done, without waiting for parallel jobs. */
  readonly eager: boolean;
}

/** A job with everything that is needed to run it. */
export interface Work extends Job {
  readonly runId: string;
  readonly functionId: string;
  readonly event: RunEvent;
  readonly steps: readonly StepResult[];
  /** The version of the protocol; -1 before the SDK's first answer. */
  readonly version: number;
  /** One slot for each concurrency limit of the function, in their order. */
  readonly slots: readonly string[];
  /** The step ids of the run's other jobs. */
  readonly siblingStepIds: readonly string[];
}

export interface RunError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

/** The change that a job's result makes to its run. */
export interface Outcome {
  /** Null when no step has finished. */
  readonly steps: readonly StepResult[] | null;
  readonly version: number;
  readonly jobs: readonly Job[];
  readonly end: RunEnd | null;
}

type RunEnd =
  | { readonly status: "completed" /** JSON. */; readonly result: string }
  | { readonly status: "failed"; readonly error: RunError };

/**
 * Returns an external text for use in a key, or its hash when it is too long for an index or has special characters.
 */
export const shortText = (text: string): string =>
  /^[ -~]{0,200}$/.test(text) ? text : createHash("sha256").update(text).digest("hex");
