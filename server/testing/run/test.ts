import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { buildIfNeeded } from "@/server/launch/build";
import { sentenceOf } from "@/server/launch/failure";
import { inCache, installed, projectRoot } from "@/server/launch/project";
import { staticChecks, vitest } from "./check";
import { findChromium } from "./chromium";
import { type Instance, removeData, startInstance } from "./instance";
import { lastLinesOf, nothingRun, type Outcome, playwrightOutcome, sumOf } from "./outcome";

/**
 * `npm test`: the checks, the unit tests, the use-case tests on a real PostgreSQL, starting and stopping the product,
 * the API and browser tests against three running instances, then killing a fourth. Needs nothing that runs beforehand.
 */
const test = async (): Promise<Outcome> => {
  const checks = { ...nothingRun, failures: await staticChecks() };
  const withoutProduct = [checks, await vitest("unit"), await vitest("usecases")];
  const chromium = await findChromium();
  await buildIfNeeded();
  return sumOf([...withoutProduct, await onRunningProducts(chromium)]);
};

/** One instance with raised limits for all projects but `limits`, whose files have one each with the real ones. */
const onRunningProducts = async (chromium: string): Promise<Outcome> => {
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
    const alone = [playwright(env, "alone"), playwright({}, "crash"), vitest("launch")];
    return sumOf([measured, together, ...(await Promise.all(alone))]);
  } finally {
    for (const instance of instances) {
      await instance.stop();
      await removeData(instance);
    }
  }
};

const playwright = async (env: Record<string, string>, ...projects: string[]): Promise<Outcome> => {
  const report = inCache(`vezne-${projects.join("-")}.json`);
  rmSync(report, { force: true });
  const only = projects.map((name) => `--project=${name}`);
  const child = spawn(process.execPath, [installed("@playwright/test/cli.js"), "test", ...only], {
    cwd: projectRoot,
    env: { ...process.env, ...env, E2E_REPORT: report },
    stdio: "inherit",
  });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return playwrightOutcome(`browser tests ${projects.join(", ")}`, report, code === 0);
};

/** The last line is the sum, whatever happened before it. */
const report = (outcome: Outcome): void => {
  console.log(lastLinesOf(outcome));
  process.exitCode = outcome.failures.length === 0 && outcome.passed > 0 ? 0 : 1;
};

try {
  report(await test());
} catch (error) {
  report({ ...nothingRun, failures: [sentenceOf(error)] });
}
