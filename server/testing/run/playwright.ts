import { rmSync } from "node:fs";
import { cachePath, installedPath } from "@/server/launch/project";
import { node } from "./node";
import { type Outcome, playwrightOutcome } from "./outcome";

/**
 * Runs projects of `playwright.config.ts` together.
 * @param niceness see `node`
 */
export const playwright = async (
  env: Readonly<Record<string, string>>,
  projects: readonly string[],
  niceness = 0,
): Promise<Outcome> => {
  const report = cachePath(`vezne-${projects.join("-")}.json`);
  rmSync(report, { force: true });
  const only = projects.map((name) => `--project=${name}`);
  const args = [installedPath("@playwright/test/cli.js"), "test", ...only];
  const code = await node(args, { variables: { ...env, E2E_REPORT: report }, niceness });
  return playwrightOutcome(`browser tests ${projects.join(", ")}`, report, code === 0);
};
