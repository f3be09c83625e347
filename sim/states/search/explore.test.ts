import { describe, expect, test } from "vitest";
import { invariants } from "../model/invariants";
import { type Rules, soundRules } from "../model/rules";
import { scenes } from "../model/scenes";
import { explore } from "./explore";
import { findStuckStates } from "./liveness";
import { findPath } from "./paths";
import { describeFault, describeStuck } from "./report";

const sceneNamed = (sought: string): number => scenes.findIndex(({ name }) => name === sought);

const payment = sceneNamed("a payment and three cards");
const confirming = sceneNamed("a payment at a bank that confirms");

/** Searches a scene while one rule is switched off. */
const exploreWithout = (rule: keyof Rules, scene: number, statesMax = 60_000) =>
  explore({ rules: { ...soundRules, [rule]: false }, scenes: [scene], statesMax });

test("visits every state of a small scene, and finds no fault and no stuck state", () => {
  const graph = explore({ rules: soundRules, scenes: [confirming] });
  expect(describeFault(graph)).toBeNull();
  expect(graph.isComplete).toBe(true);
  expect(graph.store.count).toBeGreaterThan(10_000);
  expect(findStuckStates(graph)).toEqual([]);
});

test("ends at its bound", () => {
  const graph = explore({ rules: soundRules, scenes: [...scenes.keys()], statesMax: 1_000 });
  expect(graph.isComplete).toBe(false);
  expect(graph.store.count).toBeLessThan(1_100);
});

test("finds the same states, in the same order, every time", () => {
  const search = () => explore({ rules: soundRules, scenes: [payment], statesMax: 2_000 });
  const [first, second] = [search(), search()];
  expect(first.parents).toEqual(second.parents);
  expect(first.edgeMoves).toEqual(second.edgeMoves);
});

describe("finds the mistake of a model without a rule", () => {
  test.each<[keyof Rules, string, string, string]>([
    ["openAttemptBlocks", "a payment and three cards", "at most one open attempt", "submit_card"],
    ["captureSuspendsEnd", "a payment and three cards", "an ended payment has no open attempt", "expire_payment"],
    ["captureSuspendsEnd", "a link and a refund", "an ended payment has no open attempt", "cancel_link"],
    ["givenUpIsLookedAt", "a payment and three cards", "books and bank agree about an attempt", "inquire_capture"],
    ["pendingRefundBlocks", "a payment and two refunds", "one refund of a payment is pending", "start_refund"],
    ["givenUpRefundIsRechecked", "a payment at a bank that confirms", "agree about refunds", "inquire_refund"],
  ])("%s, in %s: %s", (rule, scene, what, lastMove) => {
    const graph = exploreWithout(rule, sceneNamed(scene));
    expect(describeFault(graph)).toContain(what);
    const { moves } = findPath(graph, graph.fault?.state ?? -1);
    expect(moves.at(-1)?.name).toBe(lastMove);
  });

  test("openAttemptBlocks: the bank takes the money twice", () => {
    const name = "the bank takes the money of a payment at most once (D-46)";
    const rules = { ...soundRules, openAttemptBlocks: false };
    const checked = invariants.filter((invariant) => invariant.name === name);
    const graph = explore({ rules, scenes: [payment], statesMax: 60_000, checked, leavesOutMissing: true });
    expect(graph.fault?.what).toBe(name);
    const { moves } = findPath(graph, graph.fault?.state ?? -1);
    expect(moves.filter(({ choice }) => choice === "takes")).toHaveLength(2);
  });

  test("intentPlansInquiry: a crash leaves a capture that nothing ends", () => {
    const graph = exploreWithout("intentPlansInquiry", confirming);
    expect(describeFault(graph)).toBeNull();
    const text = describeStuck(graph, findStuckStates(graph));
    expect(text).toContain("return_from_bank: authenticated");
    expect(text?.trimEnd().split("\n").at(-1)).toContain("crash");
  });
});
