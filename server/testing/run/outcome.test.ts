import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { installedPath, projectRoot } from "@/server/launch/project";
import { formatOutcome, nothingRun, playwrightOutcome, sumOutcomes, vitestOutcome } from "./outcome";

const folder = mkdtempSync(join(tmpdir(), "vezne-outcome-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const specs = (status: string, ...titles: string[]) =>
  titles.map((title) => ({ title, file: "pay/card.spec.ts", line: 7, tests: [{ status }] }));

test("reads a Playwright run: tests in groups, tests with a second attempt, and errors between tests", () => {
  const groups = [{ specs: specs("unexpected", "is refused") }, { specs: specs("skipped", "is left out") }];
  const suites = [{ specs: [...specs("expected", "is paid", "is read"), ...specs("flaky", "waits")], suites: groups }];
  const colour = String.fromCharCode(27);
  const errors = [{ message: `${colour}[31mWorker did not end${colour}[39m\nand more` }];
  const report = file("playwright.json", JSON.stringify({ suites, errors }));
  expect(playwrightOutcome("browser tests", report, false)).toEqual({
    passed: 3,
    failures: ["pay/card.spec.ts:7 › is refused", "browser tests: Worker did not end"],
    repeated: ["pay/card.spec.ts:7 › waits"],
  });
});

test("counts a run as one failure when it failed without a named failure or without a report", () => {
  const report = file("vitest.json", JSON.stringify({ ...nothingRun, passed: 3 }));
  const failures = ["unit tests: the run failed without naming a test"];
  expect(vitestOutcome("unit tests", report, false)).toEqual({ passed: 3, failures, repeated: [] });
  expect(vitestOutcome("unit tests", report, true)).toEqual({ passed: 3, failures: [], repeated: [] });
  expect(vitestOutcome("unit tests", join(folder, "none.json"), false)).toEqual({ ...nothingRun, failures });
  expect(playwrightOutcome("unit tests", join(folder, "none.json"), false)).toEqual({
    ...nothingRun,
    failures,
  });
});

test("formats the failures first and the sum as the last line", () => {
  const outcome = sumOutcomes([
    { passed: 2, failures: ["first"], repeated: [] },
    { passed: 3, failures: ["second"], repeated: ["third"] },
  ]);
  expect(formatOutcome(outcome).split("\n")).toEqual([
    "Passed at the second attempt: third",
    "Failed: first",
    "Failed: second",
    "5 passed, 2 failed",
  ]);
});

test("reads a vitest run: failed tests, hooks, files that do not load, and errors outside of any test", async () => {
  file("absent.test.ts", `import "./nowhere";`);
  file(
    "tests.test.ts",
    `
    test("holds", () => undefined);
    describe("group", () => {
      afterAll(() => { throw new Error("cannot end"); });
      test("breaks", () => expect(1).toBe(2));
    });
    test("leaves something behind", () => { setTimeout(() => { throw new Error("too late"); }, 0); });
    test("waits for it", () => new Promise((resolve) => setTimeout(resolve, 50)));`,
  );
  const TEST_REPORT = join(folder, "outcome.json");
  const reporter = `--reporter=${join(projectRoot, "server/testing/run/outcome-reporter.ts")}`;
  const args = [installedPath("vitest/vitest.mjs"), "run", "--globals", reporter];
  const env = { ...process.env, TEST_REPORT };
  const run = promisify(execFile)(process.execPath, args, { cwd: folder, env });
  await expect(run).rejects.toMatchObject({ code: 1 });
  const outcome = vitestOutcome("tests", TEST_REPORT, false);
  expect(outcome.passed).toBe(3);
  expect(outcome.failures).toEqual([
    expect.stringMatching(/^absent\.test\.ts › .*nowhere/),
    "tests.test.ts › group > breaks",
    "tests.test.ts › cannot end",
    expect.stringMatching(/^outside of any test: too late \(at .*tests\.test\.ts:/),
  ]);
}, 60_000);
