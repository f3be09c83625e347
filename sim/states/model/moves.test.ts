import { expect, test } from "vitest";
import { finalStates, linkTable, paymentTable, type StateTable } from "@/server/domain/states";
import { Draft } from "./draft";
import { describeMove } from "./move";
import { makeMove, makeMoves, moves } from "./moves";
import { describeRow, findRow, MissingRow, modelTables, rows } from "./rows";
import { soundRules } from "./rules";
import { beginScene, scenes } from "./scenes";

test("has every row of its tables once", () => {
  const described = rows.map(describeRow);
  expect(new Set(described).size).toBe(rows.length);
  expect(rows.length).toBe(modelTables.reduce((sum, table: StateTable<string>) => sum + table.moves.length, 0));
  expect(rows[findRow(paymentTable, "initiated", "captured")]).toEqual({
    table: "payment",
    from: "initiated",
    to: "captured",
  });
});

test("throws for every move of a status that no table lists", () => {
  for (const table of modelTables) {
    for (const from of finalStates(table)) {
      for (const to of table.states) expect(() => findRow(table, from, to), `${from} → ${to}`).toThrow(MissingRow);
    }
  }
  expect(() => findRow(linkTable, "pending", "completed")).toThrow("no move from pending to completed");
});

test("a draft throws where a move needs a row that does not exist, and keeps the rows of the others", () => {
  const draft = new Draft(beginScene(0));
  draft.movePayment(0, "captured");
  expect(draft.rows).toEqual([findRow(paymentTable, "initiated", "captured")]);
  expect(() => draft.movePayment(0, "failed")).toThrow(MissingRow);
});

test("names every move differently", () => {
  expect(new Set(moves.map(describeMove)).size).toBe(moves.length);
});

test("makes all the moves that are possible, and changes nothing of the state before", () => {
  for (const scene of scenes.keys()) {
    const state = Object.freeze(beginScene(scene));
    const before = JSON.stringify(state);
    const made: number[] = [];
    makeMoves(state, soundRules, (number) => made.push(number));
    const possible = [...moves.keys()].filter((number) => makeMove(state, number, soundRules) !== null);
    expect(made.toSorted((a, b) => a - b)).toEqual(possible);
    expect(JSON.stringify(state)).toBe(before);
  }
});
