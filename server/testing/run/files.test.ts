import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import playwright from "@/playwright.config";

type Project = NonNullable<typeof playwright.projects>[number];

const folders = ["app", "bench", "components", "e2e", "messages", "server", "sim"];
const isTest = /\.test\.tsx?$/;
const replacesModules = /\bvi\.(mock|doMock|resetModules)\(/;

const testFiles = folders
  .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
  .filter((entry) => entry.isFile() && isTest.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

test("exactly the files that replace modules are named .mocked, because these need a process of their own", () => {
  const replacing = testFiles.filter((file) => replacesModules.test(readFileSync(file, "utf8")));
  const named = testFiles.filter((file) => /\.mocked(\.db)?\.test\.tsx?$/.test(file));
  expect(named.length).toBeGreaterThan(0);
  expect(replacing.sort()).toEqual(named.sort());
});

test("each browser test belongs to one project, and one that moves the clock for all others to `alone` only", () => {
  const toPatterns = (patterns: unknown) => (patterns === undefined ? [] : [patterns].flat()) as RegExp[];
  const takes = ({ testDir = "e2e", testMatch, testIgnore }: Project, file: string) =>
    file.startsWith(`${testDir}/`) &&
    (testMatch === undefined || toPatterns(testMatch).some((pattern) => pattern.test(file))) &&
    !toPatterns(testIgnore).some((pattern) => pattern.test(file));
  const specs = readdirSync("e2e", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".spec.ts"));
  expect(specs.length).toBeGreaterThan(0);
  for (const file of specs.map((name) => `e2e/${name}`)) {
    const names = (playwright.projects ?? []).filter((project) => takes(project, file)).map(({ name }) => name);
    const isOfCrashTest = file.startsWith("e2e/crash/");
    expect(names, file).toHaveLength(isOfCrashTest ? 2 : 1);
    expect(names.includes("alone"), file).toBe(file.endsWith(".alone.spec.ts"));
  }
});

test("no loop of the built product has a constant in its header: the bundler then loses imports that the header calls", () => {
  // With `for (const from = now(); ; await sleep(20))` the build of Next.js 16 says "sleep is not defined".
  const built = ["app", "components", "messages", "server"]
    .flatMap((folder) => readdirSync(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !isTest.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/^server\/(launch|operator|front|testing|sandbox)\//.test(file));
  expect(built.length).toBeGreaterThan(500);
  expect(built.filter((file) => /\bfor \(const [^()]*(\([^()]*\)[^()]*)*;/.test(readFileSync(file, "utf8")))).toEqual(
    [],
  );
});
