import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { addCounts, playwrightCounts, vitestCounts } from "./test-counts";

const folder = mkdtempSync(join(tmpdir(), "vezne-counts-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (content: object) => {
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(content));
  return path;
};

test("the counts are those of the reports, flaky ones passed", () => {
  expect(vitestCounts(file({ numPassedTests: 3, numFailedTests: 2 }), false)).toEqual({
    passed: 3,
    failed: 2,
  });
  const stats = { expected: 4, flaky: 1, unexpected: 0, skipped: 2 };
  expect(playwrightCounts(file({ stats }), true)).toEqual({ passed: 5, failed: 0 });
});

test("a run that failed without a failed test, or left no report, counts as one failure", () => {
  expect(vitestCounts(file({ numPassedTests: 3, numFailedTests: 0 }), false)).toEqual({
    passed: 3,
    failed: 1,
  });
  expect(playwrightCounts(join(folder, "none.json"), false)).toEqual({ passed: 0, failed: 1 });
});

test("sums", () => {
  expect(
    addCounts([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3 },
    ]),
  ).toEqual({ passed: 3, failed: 3 });
});
