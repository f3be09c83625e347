import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { buildIfNeeded } from "./build";
import { staticChecks, vitest } from "./check";
import { sentenceOf } from "./failure";
import { inCache, installed, projectRoot } from "./project";
import { findChromium } from "./test-chromium";
import { addCounts, type Counts, playwrightCounts, vitestCounts } from "./test-counts";
import { type Instance, removeData, startInstance } from "./test-instance";

/**
 * `npm test`: the checks, the unit tests, the use-case tests on a real PostgreSQL, starting and stopping the product,
 * the API and browser tests against three running instances, then killing a fourth. Needs nothing that runs beforehand.
 */
const test = async (): Promise<Counts> => {
  const failedChecks = await staticChecks();
  const counts: Counts[] = [{ passed: 0, failed: failedChecks.length }];
  counts.push(await project("unit"), await project("usecases"));
  const chromium = await findChromium();
  await buildIfNeeded();
  return addCounts([...counts, await onRunningProducts(chromium)]);
};

const project = async (name: string): Promise<Counts> => {
  const report = inCache(`vezne-${name}.json`);
  return vitestCounts(report, await vitest(name, report));
};

/** One instance with raised limits for all projects but `limits`, whose files have one each with the real ones. */
const onRunningProducts = async (chromium: string): Promise<Counts> => {
  const instances: Instance[] = [];
  try {
    for (const RATE_LIMIT_MULTIPLIER of ["1000", "1", "1"]) {
      instances.push(await startInstance({ env: { RATE_LIMIT_MULTIPLIER } }));
    }
    const [raised = "", real = "", realForLinks = ""] = instances.map(({ sandboxFile }) => sandboxFile);
    const env = {
      CHROMIUM_PATH: chromium,
      E2E_SANDBOX: raised,
      E2E_LIMITS_SANDBOX: real,
      E2E_LINK_LIMITS_SANDBOX: realForLinks,
    };
    const measured = await playwright(env, "speed");
    const together = await playwright(env, "api", "pay", "panel", "limits");
    // What needs an instance alone waits for its clock and its bank; meanwhile others are killed and started again.
    const alone = [playwright(env, "alone"), playwright({}, "crash"), project("launch")];
    return addCounts([measured, together, ...(await Promise.all(alone))]);
  } finally {
    for (const instance of instances) {
      await instance.stop();
      await removeData(instance);
    }
  }
};

const playwright = async (env: Record<string, string>, ...projects: string[]): Promise<Counts> => {
  const report = inCache(`vezne-${projects.join("-")}.json`);
  rmSync(report, { force: true });
  const only = projects.map((name) => `--project=${name}`);
  const child = spawn(process.execPath, [installed("@playwright/test/cli.js"), "test", ...only], {
    cwd: projectRoot,
    env: { ...process.env, ...env, E2E_REPORT: report },
    stdio: "inherit",
  });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return playwrightCounts(report, code === 0);
};

/** The last line is the sum, whatever happened before it. */
const report = ({ passed, failed }: Counts): void => {
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
};

try {
  report(await test());
} catch (error) {
  console.error(sentenceOf(error));
  report({ passed: 0, failed: 1 });
}
