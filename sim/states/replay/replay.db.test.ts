import { afterAll, beforeAll, expect, test } from "vitest";
import { countCases } from "@/server/testing/run/cases";
import { describeMove } from "../model/move";
import { type ModelMove, moves } from "../model/moves";
import { soundRules } from "../model/rules";
import { scenes } from "../model/scenes";
import { explore } from "../search/explore";
import { findRowPaths } from "../search/pairs";
import { keepLongest } from "../search/paths";
import { createDraw, drawPath } from "../search/walk";
import { replayPath } from "./replay";
import { replayAll } from "./replay-all";
import { openStage, type Stage } from "./stage";

// `npm run sim -- --states` replays far more paths. These show that model and product agree, and that a disagreement is
// noticed.
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test("model and product agree on each row of the tables that is near the beginning", async () => {
  const graph = explore({ rules: soundRules, scenes: [...scenes.keys()], statesMax: 15_000 });
  const paths = keepLongest([...findRowPaths(graph).values()]);
  expect(paths.length).toBeGreaterThan(20);
  expect((await replayAll([stage], paths, false)).faults).toEqual([]);
});

test("model and product agree on random paths, between whose moves browsers come back late", async () => {
  const draw = createDraw(11);
  const paths = Array.from({ length: countCases(12, 400) }, () => drawPath(draw, 25));
  expect((await replayAll([stage], paths, true)).faults).toEqual([]);
});

/** Returns the moves with these descriptions. */
const named = (...names: string[]): ModelMove[] =>
  names.map((name) => {
    const move = moves.find((each) => describeMove(each) === name);
    if (!move) throw new Error(name);
    return move;
  });

test("a product that gives a card fewer tries than the model disagrees after the first refused card", async () => {
  const change = (cardAttemptLimit: number) =>
    stage.world.db.prisma.partner.update({ where: { id: "prt_ours" }, data: { cardAttemptLimit } });
  await change(1);
  const path = { scene: 0, moves: named("submit_refused_card", "submit_refused_card") };
  const fault = await replayPath(stage, path, false);
  await change(2);
  expect(fault).toMatchObject({ step: 1, what: expect.stringContaining("payment 1: failed instead of initiated") });
  expect(await replayPath(stage, path, false)).toBeNull();
});

test("a move that the model does not have is no path", async () => {
  const fault = await replayPath(stage, { scene: 0, moves: named("form_leaves") }, false);
  expect(fault?.what).toContain("The model does not have this move");
});
