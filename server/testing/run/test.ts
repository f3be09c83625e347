import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { buildIfNeeded } from "@/server/launch/build";
import { describeError } from "@/server/launch/failure";
import { cachePath, installedPath, projectRoot } from "@/server/launch/project";
import { staticChecks, vitest } from "./check";
import { findChromium } from "./chromium";
import { type Instance, removeData, startInstance } from "./instance";
import { formatOutcome, nothingRun, type Outcome, playwrightOutcome, sumOutcomes } from "./outcome";

/**
 * Runs `npm test`: the checks, the unit tests, the use-case tests on a real PostgreSQL, the API and browser tests
 * against three running instances, and the tests that start, stop and kill other instances. Nothing has to run
 * beforehand.
 */
const test = async (): Promise<Outcome> => {
  const checks = { ...nothingRun, failures: await staticChecks() };
  const withoutProduct = [checks, await vitest("unit"), await vitest("usecases")];
  const chromium = await findChromium();
  await buildIfNeeded();
  return sumOutcomes([...withoutProduct, await onRunningProducts(chromium)]);
};

/** Runs the tests against instances: one with raised limits, and one with the real limits for each file of `limits`. */
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
    // The project `alone` mostly waits for its clock and its bank, so the crash and launch tests run at the same time.
    const alone = [playwright(env, "alone"), playwright({}, "crash"), vitest("launch")];
    return sumOutcomes([measured, together, ...(await Promise.all(alone))]);
  } finally {
    for (const instance of instances) {
      await instance.stop();
      await removeData(instance);
    }
  }
};

const playwright = async (env: Record<string, string>, ...projects: string[]): Promise<Outcome> => {
  const report = cachePath(`vezne-${projects.join("-")}.json`);
  rmSync(report, { force: true });
  const only = projects.map((name) => `--project=${name}`);
  const child = spawn(process.execPath, [installedPath("@playwright/test/cli.js"), "test", ...only], {
    cwd: projectRoot,
    env: { ...process.env, ...env, E2E_REPORT: report },
    stdio: "inherit",
  });
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return playwrightOutcome(`browser tests ${projects.join(", ")}`, report, code === 0);
};

/** Prints the outcome, with the sum in the last line, and sets the exit code. */
const report = (outcome: Outcome): void => {
  console.log(formatOutcome(outcome));
  process.exitCode = outcome.failures.length === 0 && outcome.passed > 0 ? 0 : 1;
};

try {
  report(await test());
} catch (error) {
  report({ ...nothingRun, failures: [describeError(error)] });
}
