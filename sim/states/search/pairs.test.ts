import { describe, expect, test } from "vitest";
import { type ModelMove, makeMove, moves } from "../model/moves";
import { soundRules } from "../model/rules";
import { beginScene, scenes } from "../model/scenes";
import type { State } from "../model/state";
import { explore } from "./explore";
import { findRowPairs, findRowPaths } from "./pairs";
import { extendPath, keepLongest, type Path } from "./paths";
import { collectUses } from "./uses";
import { createDraw, drawPath } from "./walk";

const graph = explore({ rules: soundRules, scenes: [...scenes.keys()], statesMax: 20_000 });

/** Returns the rows that each move of a path uses. Throws where a move is not possible. */
function walkRows({ scene, moves: made }: Path): number[][] {
  let state: State = beginScene(scene);
  return made.map((move) => {
    const next = makeMove(state, moves.indexOf(move), soundRules);
    if (!next) throw new Error(`${move.name} is not possible`);
    state = next;
    return next.rows;
  });
}

test("the path of a row ends with its first use", () => {
  const paths = findRowPaths(graph);
  expect([...paths.keys()].toSorted()).toEqual([...collectUses(graph).keys()].toSorted());
  for (const [row, path] of paths) {
    const used = walkRows(path);
    expect(used.findIndex((each) => each.includes(row))).toBe(path.moves.length - 1);
  }
});

describe("pairs", () => {
  const pairs = findRowPairs(graph);

  test("the path of a pair ends with its second row, and the last row that was used before is its first one", () => {
    expect(pairs.length).toBeGreaterThan(150);
    for (const { first, second, path } of pairs) {
      const used = walkRows(path).filter((each) => each.length > 0);
      expect(used.at(-1)).toContain(second);
      expect(used.at(-2)).toContain(first);
    }
  });

  test("are all pairs that random walks through a scene use", () => {
    const scene = scenes.findIndex(({ bank }) => bank === "confirm");
    const whole = findRowPairs(explore({ rules: soundRules, scenes: [scene] }));
    const known = new Set(whole.map(({ first, second }) => `${first} ${second}`));
    const draw = createDraw(3);
    const met = new Set(Array.from({ length: 60 }, () => listPairs(drawPath(draw, 30, scene))).flat());
    expect(met.size).toBeGreaterThan(15);
    expect([...met].filter((pair) => !known.has(pair))).toEqual([]);
  });
});

/** Lists the pairs of rows that a path uses one after the other. */
function listPairs(path: Path): string[] {
  const used = walkRows(path).filter((each) => each.length > 0);
  return used.flatMap((seconds, index) =>
    (used[index - 1] ?? []).flatMap((first) => seconds.map((second) => `${first} ${second}`)),
  );
}

test("leaves out the paths with which longer ones begin", () => {
  const [a, b, c] = moves as [ModelMove, ModelMove, ModelMove];
  const short: Path = { scene: 0, moves: [a, b] };
  const long = extendPath(short, [c]);
  const other: Path = { scene: 1, moves: [a, b] };
  expect(keepLongest([short, long, other, long])).toEqual([long, other]);
});

test("draws the same paths from the same seed, and others from another one", () => {
  const drawTen = (seed: number) => {
    const draw = createDraw(seed);
    return Array.from({ length: 10 }, () => drawPath(draw, 20));
  };
  expect(drawTen(5)).toEqual(drawTen(5));
  expect(drawTen(5)).not.toEqual(drawTen(6));
});
