import type { Knowledge } from "@/server/testing/receivers/name-server";
import type { Instance, InstanceSettings } from "@/server/testing/run/instance";
import type { Installation } from "../live/installation";
import type { Sandbox } from "../support/sandbox";

/** What a check did, as the table of the run shows it. */
interface Evidence {
  readonly done: string;
}

/**
 * Performs one check against running instances. It throws with what was expected and what came when the promise is
 * violated, and `NotTestable` when this machine cannot show it.
 */
export type Check = (run: Run) => Promise<Evidence>;

/** Says why a check cannot show its promise here, and what it did instead. */
export class NotTestable extends Error {}

/**
 * What a check may use. The sandbox with raised budgets is the one of `e2e/support`; each other instance starts when
 * the first check asks for it.
 */
export interface Run {
  /** Repeats the random choices of an earlier run. */
  readonly seed: number;
  /** The number of random combinations for each protocol. */
  readonly rounds: number;
  /** Returns a sandbox whose budgets are those of the contract. */
  budgets(): Promise<Sandbox>;
  /** Returns the product in live mode, with TLS, a mail server and a bank of its own. */
  live(): Promise<Installation>;
  /** Returns the name server of the product in live mode; its names may be changed at any time. */
  names(): Promise<{ readonly names: Record<string, Knowledge> }>;
  /** Starts an instance that the check stops by itself; the run stops it otherwise. */
  start(settings: InstanceSettings): Promise<Instance>;
}

/** A row of the table of checks. */
export interface Row {
  /** A promise (`S13`), a protocol of the fuzz (`S33/nestpay`), or a finding (`F3`) of docs/security.md. */
  readonly id: string;
  /** The promise in short. */
  readonly promise: string;
  /** Whether the check is left out by `--fast`: it starts an instance, waits, or sends very much. */
  readonly isSlow?: true;
  /** Loads the check. The modules of the checks read the address of the running sandbox, so they are loaded late. */
  readonly load: () => Promise<Check>;
}
