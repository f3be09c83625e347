/** Whatever may die: a process of the product. Work of the outside world has no owner that dies. */
export interface Owner {
  readonly name: string;
  isAlive: boolean;
}

/** Thrown into the code of a process that has died, so that its promises end. What it does then does not count. */
export class ProcessDied extends Error {}

/** One thing that can happen next, offered by a lane. */
export interface Step {
  /** What happens, in the words of the trace: the same in each run of a seed. */
  readonly what: string;
  /** Does it, and returns what came of it in the words of the trace. */
  act(): Promise<string> | string;
  /** Called in place of `act` when the owner dies before. */
  drop?(): void;
}

/**
 * A queue of steps that happen in their order: the statements of a connection, or what reaches a buyer. Steps of
 * different lanes may happen in any order, which the scheduler draws.
 */
export class Lane {
  readonly steps: Step[] = [];
  /** Whether its last step is under way: a statement that waits for a lock. */
  isBusy = false;

  constructor(
    readonly name: string,
    readonly owner: Owner,
  ) {}
}
