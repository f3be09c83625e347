import { type ModelMove, type MoveName, makeMoves } from "../model/moves";
import { soundRules } from "../model/rules";
import { beginScene, scenes } from "../model/scenes";
import type { State } from "../model/state";
import { type Path, toMove } from "./paths";

/** Returns a source of numbers from 0 to below 1 that is the same for equal seeds (mulberry32). */
export function createDraw(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const again = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How often a move is drawn where another one is drawn once. Moves that would soon end a path are drawn less often. */
const weights: Partial<Readonly<Record<MoveName, number>>> = {
  pass_time: 0.6,
  crash: 0.4,
  cancel_link: 0.3,
  give_up: 0.3,
  submit_refused_card: 0.3,
};

/** Draws a path of the model: of any scene, unless one is given. */
export function drawPath(
  draw: () => number,
  lengthMax: number,
  scene: number = Math.floor(draw() * scenes.length),
): Path {
  const moves: ModelMove[] = [];
  let state: State = beginScene(scene);
  while (moves.length < lengthMax) {
    const next = drawMove(state, draw);
    if (next === null) break;
    moves.push(next.move);
    state = next.state;
  }
  return { scene, moves };
}

function drawMove(state: State, draw: () => number): { readonly move: ModelMove; readonly state: State } | null {
  const possible: { move: ModelMove; state: State; weight: number }[] = [];
  makeMoves(state, soundRules, (number, next) => {
    const move = toMove(number);
    possible.push({ move, state: next, weight: weights[move.name] ?? 1 });
  });
  const total = possible.reduce((sum, { weight }) => sum + weight, 0);
  let left = draw() * total;
  return (
    possible.find(({ weight }) => {
      left -= weight;
      return left < 0;
    }) ??
    possible.at(-1) ??
    null
  );
}
