import { expect, test } from "vitest";
import { makeMoves } from "../model/moves";
import { soundRules } from "../model/rules";
import { beginScene, scenes } from "../model/scenes";
import type { State } from "../model/state";
import { createCodec, orNull } from "./codec";
import { packChanges, packState, unpackState, wordsPerState } from "./packed-state";
import { StateStore } from "./state-store";
import { createDraw } from "./walk";

/** The states of a random walk through a scene. */
function walk(scene: number, draw: () => number): State[] {
  const states: State[] = [beginScene(scene)];
  for (let state = states[0]; state && states.length < 40; state = states.at(-1)) {
    const nexts: State[] = [];
    makeMoves(state, soundRules, (_, next) => nexts.push(withoutRows(next)));
    const next = nexts[Math.floor(draw() * nexts.length)];
    if (!next) break;
    states.push(next);
  }
  return states;
}

const withoutRows = ({ scene, instant, link, payments, attempts, refunds, request, correction }: State): State => ({
  scene,
  instant,
  link,
  payments,
  attempts,
  refunds,
  request,
  correction,
});

const draw = createDraw(7);
const walks = [...scenes.keys()].flatMap((scene) => Array.from({ length: 8 }, () => walk(scene, draw)));

test("reads each state as it was written, along random walks through every scene", () => {
  const words = new Int32Array(wordsPerState * 3);
  for (const state of walks.flat()) {
    packState(state, words, wordsPerState);
    expect(unpackState(words, wordsPerState)).toEqual(state);
  }
  expect(walks.flat().length).toBeGreaterThan(1_000);
});

test("writes a state by its changes exactly as it writes it whole", () => {
  const [whole, changed] = [new Int32Array(wordsPerState), new Int32Array(wordsPerState)];
  for (const states of walks) {
    for (const [index, state] of states.entries()) {
      const before = states[index - 1];
      if (before) packChanges(state, before, changed, 0);
      else packState(state, changed, 0);
      packState(state, whole, 0);
      expect(changed).toEqual(whole);
    }
  }
});

test("a store numbers states in the order in which they come, and knows each again", () => {
  const store = new StateStore();
  const states = walks.flat();
  const numbers = states.map((state) => store.add(state));
  expect(store.count).toBe(new Set(states.map((state) => JSON.stringify(state))).size);
  expect(states.map((state) => store.add(state))).toEqual(numbers);
  for (const [index, state] of states.entries()) expect(store.get(numbers[index] ?? -1)).toEqual(state);
});

interface Thing {
  readonly name: "a" | "b" | "c";
  readonly isBig: boolean;
  readonly count: number;
}

test("a codec gives each record an integer below its size, and null the first one of a record that may be missing", () => {
  const thing: Thing = { name: "a", isBig: false, count: 0 };
  const codec = orNull(createCodec(thing, { name: ["a", "b", "c"], isBig: [false, true], count: [0, 1, 2, 3] }));
  expect(codec.size).toBe(25);
  const codes = Array.from({ length: codec.size }, (_, code) => codec.encode(codec.decode(code)));
  expect(codes).toEqual([...codes.keys()]);
  expect(codec.decode(0)).toBeNull();
  expect(() => codec.encode({ ...thing, count: 9 })).toThrow("cannot have the value 9");
});
