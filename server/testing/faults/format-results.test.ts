import { expect, test } from "vitest";
import type { Fault, Layer } from "./fault";
import { countByLayer, formatLine, formatMarkdown, formatSummary, type PlantedFault } from "./format-results";

const fault = (layer: Layer, what: string): Fault => ({
  layer,
  what,
  file: "server/domain/money.ts",
  find: "a",
  replace: "b",
  tests: ["server/domain/money.test.ts"],
});

const by = { kind: "assertion", test: "money.test.ts › reads 12.5", error: "AssertionError: expected" } as const;
const results: PlantedFault[] = [
  { fault: fault("store", "A row is lost."), verdict: { kind: "missed", why: "every test passed" } },
  { fault: fault("domain", "An amount is wrong."), verdict: { kind: "caught", by } },
  { fault: fault("domain", "A day is wrong."), verdict: { kind: "caught", by } },
];

/** All faults of the list: one more than were planted, and one of a layer of which none was planted. */
const listed = [...results.map((result) => result.fault), fault("store", "A row is doubled."), fault("front", "x")];

test("faults are counted by layer, with the sum in the last row, and without a layer that was left out", () => {
  expect(countByLayer(results, listed)).toEqual([
    { layer: "domain", listed: 2, planted: 2, caught: 2 },
    { layer: "store", listed: 2, planted: 1, caught: 0 },
    { layer: "all", listed: 5, planted: 3, caught: 2 },
  ]);
});

test("a line names the test that caught the fault, or the file and why none did", () => {
  expect(results.map((result) => formatLine(result, 12))).toEqual([
    "MISSED  store: A row is lost. (12 s)\n        server/domain/money.ts: every test passed",
    "caught  domain: An amount is wrong. (12 s)\n        money.test.ts › reads 12.5: AssertionError: expected",
    "caught  domain: A day is wrong. (12 s)\n        money.test.ts › reads 12.5: AssertionError: expected",
  ]);
});

test("the summary ends with the faults that were not caught", () => {
  expect(formatSummary(results, listed).split("\n")).toEqual([
    "layer         listed planted  caught",
    "domain             2       2       2",
    "store              2       1       0",
    "all                5       3       2",
    "Not caught: A row is lost. every test passed",
  ]);
});

test("the documentation has a table and the faults that were not caught", () => {
  const table = [
    "On a day.",
    "",
    "| layer | listed | planted | caught |",
    "|---|---|---|---|",
    "| domain | 2 | 2 | 2 |",
    "| store | 2 | 1 | 0 |",
    "| all | 5 | 3 | 2 |",
  ];
  const lines = formatMarkdown(results, listed, "On a day.").split("\n");
  expect(lines).toEqual([...table, "", "- Not caught: A row is lost."]);
  expect(formatMarkdown(results.slice(1), listed, "On a day.").split("\n").slice(-2)).toEqual([
    "| domain | 2 | 2 | 2 |",
    "| all | 5 | 2 | 2 |",
  ]);
});
