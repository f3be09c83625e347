import { expect, test } from "vitest";
import type { Mutant } from "./mutant";
import { formatSummary, formatTried, highestSeed, isEnough, listMissed } from "./report";
import { judgeRun, type Tried, type Verdict } from "./verdict";

const failing = `Seed 17 breaks a rule (books = bank)
Seed 17 breaks "books = bank" after 412 steps:
  books and bank differ about an order: {"order_id":"A1"}
  and 2 more
Repeat it with: npm run sim -- --seed 17
`;

test("a run that describes a failing simulation has found the mutant", () => {
  const evidence = 'books and bank differ about an order: {"order_id":"A1"}';
  expect(judgeRun({ code: 1, output: failing })).toEqual({ kind: "found", seed: 17, oracle: "books = bank", evidence });
});

test("a run in which every simulation passed has not", () => {
  expect(judgeRun({ code: 0, output: "500 simulations of the seeds 1 to 500 passed" })).toEqual({ kind: "survived" });
});

test.each([
  ["SimulatorFailure: A worker ended with the code 1\n    at x", "SimulatorFailure: A worker ended with the code 1"],
  ["\nusage\n", "usage"],
  ["", "the run ended with the code 1"],
])("a run that fails in another way proves nothing: %j", (output, why) => {
  expect(judgeRun({ code: 1, output })).toEqual({ kind: "broken", why });
});

test("a run that was ended proves nothing", () => {
  expect(judgeRun({ code: null, output: failing })).toEqual({
    kind: "broken",
    why: "the simulations took too long",
  });
});

const tried = (name: string, verdict: Verdict, more: Partial<Mutant> = {}): Tried => ({
  mutant: { name, what: `${name} goes wrong.`, edits: [], ...more },
  verdict,
  seconds: 12,
});
const found = tried("found", { kind: "found", seed: 17, oracle: "books = bank", evidence: "x" });
const survivor = tried("survivor", { kind: "survived" });
const listed = tried("listed", { kind: "survived" }, { survives: "Nobody can see it." });
const broken = tried("broken", { kind: "broken", why: "it cannot run" });

test("a line says which seed found a mutant, by which oracle and in which time", () => {
  expect([found, survivor, listed, broken].map((one) => formatTried(one).split(/\s{2,}/))).toEqual([
    ["found", "17", "books = bank", "12"],
    ["survivor", "-", "SURVIVES", "12"],
    ["listed", "-", "survives, as listed", "12"],
    ["broken", "broken", "it cannot run", "12"],
  ]);
});

test("the summary counts those that were found and ends with the others and their reasons", () => {
  expect(formatSummary([found, survivor, listed, broken]).split("\n")).toEqual([
    "1 of 4 mutants were found.",
    "Survives: survivor. survivor goes wrong.",
    "Survives: listed. listed goes wrong. Nobody can see it.",
    "Could not be tried (it cannot run): broken. broken goes wrong.",
  ]);
  expect(highestSeed([found, survivor])).toBe(17);
  expect(highestSeed([survivor])).toBe(0);
});

test("two may survive without a reason; one that could not be tried is one too many", () => {
  expect(listMissed([found, survivor, listed, broken])).toEqual([survivor, broken]);
  expect(isEnough([found, survivor, survivor, listed, listed])).toBe(true);
  expect(isEnough([found, survivor, survivor, survivor])).toBe(false);
  expect(isEnough([found, broken])).toBe(false);
});
