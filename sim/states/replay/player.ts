import type { State } from "../model/state";
import { Disagreement, type PathRun } from "./path-run";

/** A move of the model that is made at the product. */
export interface Step {
  readonly place: number;
  readonly choice: string;
  readonly before: State;
  readonly after: State;
}

/** Makes one kind of move at the product, by the use-case that the kind names. */
export type Player = (run: PathRun, step: Step) => Promise<void>;

/** Returns a row of the product by its place in the model. */
export function rowAt<T>(rows: readonly T[], place: number): T {
  const row = rows[place];
  if (row === undefined) throw new Disagreement(`The product has no record ${place + 1}`);
  return row;
}

/** Throws where due work of the product says that it was not due. */
export async function requireDone(work: Promise<boolean>): Promise<void> {
  if (!(await work)) throw new Disagreement("The work was not due");
}
