import { type ModelMove, moves } from "../model/moves";
import type { Graph } from "./explore";

/** A path of the model: a scene, and the moves from its beginning on. */
export interface Path {
  readonly scene: number;
  readonly moves: readonly ModelMove[];
}

export function toMove(number: number): ModelMove {
  const move = moves[number];
  if (!move) throw new RangeError(`There is no move ${number}`);
  return move;
}

/** Returns a shortest path to a state. */
export function findPath({ store, parents, parentMoves }: Graph, state: number): Path {
  const backwards: ModelMove[] = [];
  let at = state;
  for (let parent = parents[at] ?? -1; parent >= 0; parent = parents[at] ?? -1) {
    backwards.push(toMove(parentMoves[at] ?? -1));
    at = parent;
  }
  return { scene: store.get(at).scene, moves: backwards.reverse() };
}

export const extendPath = (path: Path, next: readonly ModelMove[]): Path => ({
  scene: path.scene,
  moves: [...path.moves, ...next],
});

/** Leaves out the paths with which a longer one begins, and equal ones: replaying the longer one replays them. */
export function keepLongest(paths: readonly Path[]): Path[] {
  const longestFirst = paths.toSorted((a, b) => b.moves.length - a.moves.length);
  const covered = new Set<string>();
  return longestFirst.filter(({ scene, moves }) => {
    const prefixes = moves.map((_, index) => JSON.stringify([scene, moves.slice(0, index + 1)]));
    if (covered.has(prefixes.at(-1) ?? "")) return false;
    for (const prefix of prefixes) covered.add(prefix);
    return true;
  });
}
