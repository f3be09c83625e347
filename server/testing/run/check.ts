import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { LaunchFailure, runCommand } from "@/server/launch/failure";
import { cachePath, installedPath, isProgram, projectRoot } from "@/server/launch/project";
import { giveWay } from "./give-way";
import { type Outcome, vitestOutcome } from "./outcome";

const sourceFolders = ["app", "bench", "components", "e2e", "messages", "server", "sim"];

/** Runs `npm run check`: format and lint, types, import rules, unit tests. It reports all failures at the end. */
const check = async (): Promise<void> => {
  const failed = await staticChecks();
  failed.push(...(await vitest(["unit"])).failures);
  if (failed.length > 0) throw new LaunchFailure(`Failed: ${failed.join(", ")}`);
};

/** Runs the checks without tests. @returns the names of the failed checks */
export const staticChecks = async (): Promise<string[]> => {
  await node([join(projectRoot, "server/launch/generate-client.mjs")]);
  await node([join(projectRoot, "messages/write-types.mjs")]);
  const types = step("types", "typescript-native/bin/tsc", "--noEmit", "-p", projectRoot);
  const results = {
    "format and lint": await step("format and lint", "@biomejs/biome/bin/biome", "ci", "--colors=off", "."),
    "imports of every file": await checkEveryFileIsRead(),
    imports: await step("imports", "dependency-cruiser/bin/depcruise-fmt.mjs", "--exit-code", importsReport),
    "unused code": await step("unused code", "knip/bin/knip.js", "--no-progress"),
    types: await types,
  };
  return Object.entries(results).flatMap(([name, passed]) => (passed ? [] : [name]));
};

/** Runs the vitest projects of some kinds in one run, which reads each module once for all of them. */
export const vitest = async (kinds: readonly string[], { givesWay = false } = {}): Promise<Outcome> => {
  const report = cachePath(`vezne-${kinds.join("-")}.json`);
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=./server/testing/run/outcome-reporter.ts"];
  const projects = kinds.flatMap((kind) => ["--project", `${kind}*`]);
  const args = [installedPath("vitest/vitest.mjs"), "run", ...projects, ...reporters];
  const code = await node(args, { TEST_REPORT: report }, givesWay);
  return vitestOutcome(`${kinds.join(" and ")} tests`, report, code === 0);
};

const importsReport = cachePath("vezne-imports.json");

/**
 * Checks that dependency-cruiser has read every source file, because it reports success also when it could not read
 * any.
 */
const checkEveryFileIsRead = async (): Promise<boolean> => {
  rmSync(importsReport, { force: true });
  if (!(await cruise("--output-type", "json", "--output-to", importsReport))) return false;
  const { modules } = JSON.parse(readFileSync(importsReport, "utf8")) as { modules: { source: string }[] };
  const seen = new Set(modules.map(({ source }) => source));
  const unseen = sourceFiles().filter((file) => !seen.has(file));
  if (unseen.length > 0) console.error(`dependency-cruiser did not read: ${unseen.join(", ")}`);
  return unseen.length === 0;
};

const cruise = (...output: string[]): Promise<boolean> => {
  const rules = ["--config", ".dependency-cruiser.cjs"];
  const places = [...sourceFolders, "instrumentation.ts"];
  const program = "dependency-cruiser/bin/dependency-cruise.mjs";
  return step("list of imports", program, ...rules, ...output, ...places);
};

const sourceFiles = (): string[] =>
  sourceFolders
    .flatMap((folder) => readdirSync(join(projectRoot, folder), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile() && /(?<!\.d)\.tsx?$/.test(entry.name))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)));

const step = async (name: string, program: string, ...args: string[]): Promise<boolean> => {
  const start = performance.now();
  const passed = (await node([installedPath(program), ...args])) === 0;
  console.log(`${passed ? "Passed" : "FAILED"}: ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return passed;
};

const node = (
  args: readonly string[],
  variables: Record<string, string> = {},
  givesWay = false,
): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, ...variables };
    const child = spawn(process.execPath, args, { cwd: projectRoot, env, stdio: "inherit" });
    if (givesWay) giveWay(child);
    child.once("error", reject);
    child.once("exit", resolve);
  });

if (isProgram(import.meta.url)) await runCommand(check);
