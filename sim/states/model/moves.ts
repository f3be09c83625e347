import { makeCanonical } from "./canonical";
import { captureMoves } from "./capture-moves";
import { cardMoves } from "./card-moves";
import type { Draft } from "./draft";
import { endingMoves } from "./ending-moves";
import type { Move, MoveKind } from "./move";
import { peopleMoves } from "./people-moves";
import { refundMoves } from "./refund-moves";
import { findBack, returnMoves } from "./return-moves";
import { MissingRow } from "./rows";
import type { Rules } from "./rules";
import { places } from "./scenes";
import type { State } from "./state";
import { timeMoves } from "./time-moves";

/** All kinds of moves of the model. */
const moveKinds = {
  ...cardMoves,
  ...endingMoves,
  ...captureMoves,
  ...returnMoves,
  ...refundMoves,
  ...peopleMoves,
  ...timeMoves,
};
export type MoveName = keyof typeof moveKinds;
export type ModelMove = Move<MoveName>;

/** The number of places for records of a kind. */
const placeCounts = { attempt: places.attempts, back: 2 * places.attempts, refund: places.refunds } as const;

const listPlaces = ({ record }: MoveKind): number[] =>
  Array.from({ length: record === null ? 1 : placeCounts[record] }, (_, place) => place);

/** Every move that there can be; its index is its number. */
export const moves: readonly ModelMove[] = Object.entries<MoveKind>(moveKinds).flatMap(([name, kind]) =>
  listPlaces(kind).flatMap((place) => kind.choices.map((choice) => ({ name: name as MoveName, place, choice }))),
);

const kindOfMove: readonly MoveKind[] = moves.map(({ name }) => moveKinds[name]);

export const getKind = (move: ModelMove): MoveKind => moveKinds[move.name];

/**
 * Makes a move, by its number. Returns null where it is not possible. Throws `MissingRow` where it needs a move of a
 * status that no table lists.
 */
export function makeMove(state: State, number: number, rules: Rules): Draft | null {
  const move = moves[number];
  const kind = kindOfMove[number];
  if (!move || !kind) throw new RangeError(`There is no move ${number}`);
  const draft = kind.make(state, move.place, move.choice, rules);
  if (draft) makeCanonical(draft, state);
  return draft;
}

/** The numbers of the moves that concern one record, and whether a state has it. */
interface MoveGroup {
  readonly numbers: readonly number[];
  isPossible(state: State): boolean;
}

const toNumbers = (isOfGroup: (kind: MoveKind, place: number) => boolean): number[] =>
  moves.flatMap((move, number) => (isOfGroup(getKind(move), move.place) ? [number] : []));

const groups: readonly MoveGroup[] = [
  { numbers: toNumbers(({ record }) => record === null), isPossible: () => true },
  ...Array.from({ length: places.attempts }, (_, attempt) => ({
    numbers: toNumbers(({ record }, place) => record === "attempt" && place === attempt),
    isPossible: ({ attempts }: State) => attempts[attempt] !== null,
  })),
  ...Array.from({ length: placeCounts.back }, (_, at) => ({
    numbers: toNumbers(({ record }, place) => record === "back" && place === at),
    isPossible: (state: State) => findBack(state, at) !== null,
  })),
  ...Array.from({ length: places.refunds }, (_, refund) => ({
    numbers: toNumbers(({ record }, place) => record === "refund" && place === refund),
    isPossible: ({ refunds }: State) => refunds[refund] !== null,
  })),
];

/**
 * Makes every move that is possible in a state.
 * @param miss is called for a move that would need a row which no table lists
 */
export function makeMoves(
  state: State,
  rules: Rules,
  visit: (number: number, draft: Draft) => void,
  miss: (number: number, why: MissingRow) => void = throwMissing,
): void {
  for (const { numbers, isPossible } of groups) {
    if (!isPossible(state)) continue;
    for (const number of numbers) {
      const draft = tryMove(state, number, rules);
      if (draft instanceof MissingRow) miss(number, draft);
      else if (draft) visit(number, draft);
    }
  }
}

function tryMove(state: State, number: number, rules: Rules): Draft | MissingRow | null {
  try {
    return makeMove(state, number, rules);
  } catch (error) {
    if (error instanceof MissingRow) return error;
    throw error;
  }
}

function throwMissing(_number: number, why: MissingRow): never {
  throw why;
}
