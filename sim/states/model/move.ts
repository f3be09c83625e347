import type { Draft } from "./draft";
import type { Rules } from "./rules";
import type { State } from "./state";

/**
 * Who makes a move. `process` is one of ours that answers a request, `job` one that does due work, `network` the way
 * between us and the bank, `clock` the passing of time, and `crash` the end of all processes.
 */
export type Actor = "buyer" | "merchant" | "staff" | "bank" | "network" | "process" | "job" | "clock" | "crash";

/** The actors that bring everything to its end without any person. */
export const unattendedActors: readonly Actor[] = ["bank", "network", "process", "job", "clock"];

/** A kind of move of the model. */
export interface MoveKind<Choice extends string = string> {
  readonly actor: Actor;
  /** The use-case of the product that makes it; null where nothing of ours runs. */
  readonly useCase: string | null;
  /** The kind of record that it concerns; null where it is none in particular. */
  readonly record: "attempt" | "back" | "refund" | null;
  readonly choices: readonly Choice[];
  /** Returns the state after it; null where it is not possible. */
  make(state: State, place: number, choice: Choice, rules: Rules): Draft | null;
}

/** A move of one kind at one place. */
export interface Move<Name extends string = string> {
  readonly name: Name;
  readonly place: number;
  readonly choice: string;
}

/** Declares kinds of moves and keeps their names as types. */
export const declareMoves = <Kinds extends Record<string, MoveKind>>(kinds: Kinds): Kinds => kinds;

/** Declares one kind, whose choices become types of its function. Only its own choices are passed to it. */
export const kindOf = <Choice extends string>(kind: MoveKind<Choice>): MoveKind => kind as unknown as MoveKind;

export const describeMove = ({ name, place, choice }: Move): string =>
  `${name}${place > 0 ? ` of ${place + 1}` : ""}${choice === "" ? "" : `: ${choice}`}`;
