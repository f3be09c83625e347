import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TriedCreation } from "./errors";
import type { Struck } from "./recovery";
import { addRun, describeSum, type RunFigures, readRuns, toFigures } from "./sums";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vezne-sums-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const created = (at: number): TriedCreation => ({ at, ms: 20, status: 201, code: "pay_1", trouble: null, tries: 1 });
const blows: Struck[] = [
  { kind: "web", at: 1_000, readyAt: 1_000, wholeAt: 3_000 },
  { kind: "web", at: 5_000, readyAt: 5_000, wholeAt: 7_000 },
  { kind: "fullDisk", at: 9_000, until: 12_000, readyAt: 12_500, wholeAt: 12_500 },
];
const creations = [
  created(500),
  created(2_000),
  { ...created(10_000), status: 503 },
  { ...created(20_000), status: 409 },
];
const run = (seed: number, hasPassed: boolean): RunFigures =>
  toFigures({ startedAt: 0, seed, minutes: 2.5, hasPassed, blows, creations });

test("the figures of a run count its blows by kind, and its kills without what only lasts", () => {
  expect(run(7, true)).toEqual({
    startedAt: "1970-01-01T00:00:00.000Z",
    seed: 7,
    minutes: 2.5,
    blows: { web: 2, fullDisk: 1 },
    kills: 2,
    creations: 4,
    answered: 2,
    calm: { creations: 2, inTime: 1 },
    rough: { creations: 2, inTime: 1 },
    hasPassed: true,
  });
});

test("a file adds runs up, one after another", () => {
  const file = join(folder, "hour.json");
  expect(readRuns(file)).toEqual([]);
  addRun(file, run(7, true));
  const runs = addRun(file, run(8, false));
  expect(readRuns(file)).toEqual(runs);
  expect(describeSum(runs)).toEqual([
    "2 runs, 1 of them passed: 5.0 minutes, 4 kills",
    "blows: fullDisk 2, web 4",
    "creations: 50.000 % of 8 created; answered within 1 s: 50.000 % of 4 outside of restarts, 50.000 % of 4 during one",
  ]);
});

test.each(["{", '{"runs":[{"seed":1}]}'])("a file with something else is refused: %s", (text) => {
  const file = join(folder, "other.json");
  writeFileSync(file, text);
  expect(() => readRuns(file)).toThrow("holds no figures of runs");
});
