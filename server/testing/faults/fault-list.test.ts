import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/launch/project";
import { layers, toProject } from "./fault";
import { faults } from "./fault-list";

// The list stays true when the code changes: move a fault with the line that it replaces.

const read = (file: string): string => readFileSync(join(projectRoot, file), "utf8");

test("at least ninety faults, and some of each layer", () => {
  expect(faults.length).toBeGreaterThanOrEqual(90);
  expect(new Set(faults.map(({ layer }) => layer))).toEqual(new Set(layers));
});

test("each fault says in one sentence of its own what goes wrong", () => {
  const sentences = faults.map(({ what }) => what);
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(sentences.filter((what) => !/^[A-Z].*[^.]\.$/.test(what))).toEqual([]);
});

test("the text that a fault replaces occurs exactly once in its file", () => {
  const wrong = faults.filter(({ file, find, replace }) => read(file).split(find).length !== 2 || find === replace);
  expect(wrong.map(({ file, find }) => `${file}: ${find}`)).toEqual([]);
});

test("each fault names tests that should see it, which exist and need no built product", () => {
  const named = faults.flatMap(({ tests }) => tests);
  expect(named.filter((name) => !existsSync(join(projectRoot, name)))).toEqual([]);
  expect(named.filter((name) => !/\.test\.tsx?$/.test(name) || name.includes(".launch."))).toEqual([]);
  expect(faults.filter(({ tests }) => tests.length === 0)).toEqual([]);
});

test.each([
  ["server/domain/money.test.ts", "unit"],
  ["server/entry/link/open.mocked.test.ts", "unit-mocked"],
  ["server/store/db.db.test.ts", "usecases"],
  ["server/entry/jobs/hanging-banks.mocked.db.test.ts", "usecases-mocked"],
])("%s runs in the project %s", (file, project) => {
  expect(toProject(file)).toBe(project);
});
