import { unattendedActors } from "../model/move";
import { getKind, moves } from "../model/moves";
import { isResolved } from "../model/resolved";
import type { Graph } from "./explore";

/**
 * Returns the states from which nothing that happens by itself leads to an end: answers of banks, jobs and time,
 * without any buyer, merchant or staff. A sound model has none. The first found state, which is a nearest one, comes
 * first.
 */
export function findStuckStates(graph: Graph): number[] {
  const canEnd = markResolved(graph);
  const { starts, sources } = listUnattendedBackwards(graph);
  const waiting: number[] = [];
  canEnd.forEach((can, state) => {
    if (can === 1) waiting.push(state);
  });
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const to = starts[state + 1] ?? 0;
    for (let at = starts[state] ?? 0; at < to; at += 1) {
      const source = sources[at] ?? 0;
      if (canEnd[source] === 1) continue;
      canEnd[source] = 1;
      waiting.push(source);
    }
  }
  return Array.from(canEnd.keys()).filter((state) => canEnd[state] === 0);
}

function markResolved({ store }: Graph): Uint8Array {
  const marks = new Uint8Array(store.count);
  for (let state = 0; state < store.count; state += 1) marks[state] = isResolved(store.get(state)) ? 1 : 0;
  return marks;
}

const isUnattended: readonly boolean[] = moves.map((move) => unattendedActors.includes(getKind(move).actor));

/** Lists, for each state, the states from which a move that needs no person leads to it. */
function listUnattendedBackwards({ store, offsets, targets, edgeMoves }: Graph) {
  const starts = new Int32Array(store.count + 1);
  const isListed = (edge: number): boolean => isUnattended[edgeMoves[edge] ?? -1] === true;
  targets.forEach((target, edge) => {
    if (isListed(edge)) starts[target + 1] = (starts[target + 1] ?? 0) + 1;
  });
  for (let state = 0; state < store.count; state += 1) {
    starts[state + 1] = (starts[state + 1] ?? 0) + (starts[state] ?? 0);
  }
  const sources = new Int32Array(starts[store.count] ?? 0);
  const next = starts.slice();
  for (let state = 0; state < offsets.length - 1; state += 1) {
    const to = offsets[state + 1] ?? 0;
    for (let edge = offsets[state] ?? 0; edge < to; edge += 1) {
      if (!isListed(edge)) continue;
      const target = targets[edge] ?? 0;
      sources[next[target] ?? 0] = state;
      next[target] = (next[target] ?? 0) + 1;
    }
  }
  return { starts, sources };
}
