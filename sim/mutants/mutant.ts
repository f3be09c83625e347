/** A change of one place in a file of the project. Paths begin at the root. */
export interface Edit {
  readonly file: string;
  /** The text that is replaced. It occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
}

/**
 * A sabotage of the product that a simulation must see: a fault of order, time, network or crash. Where two lines of
 * defence keep a rule, it removes both.
 */
export interface Mutant {
  /** A name of its own, in kebab-case. */
  readonly name: string;
  /** What goes wrong, and for whom, as one sentence. */
  readonly what: string;
  readonly edits: readonly Edit[];
  /** Why no simulation can see it; absent for one that has to be found. */
  readonly survives?: string;
}
