import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { cachePath, installedPath, projectRoot } from "@/server/launch/project";
import { giveWay } from "./give-way";
import { type Outcome, playwrightOutcome } from "./outcome";

/** Runs projects of `playwright.config.ts` together. */
export const playwright = async (
  env: Record<string, string>,
  projects: readonly string[],
  { givesWay = false } = {},
): Promise<Outcome> => {
  const report = cachePath(`vezne-${projects.join("-")}.json`);
  rmSync(report, { force: true });
  const only = projects.map((name) => `--project=${name}`);
  const child = spawn(process.execPath, [installedPath("@playwright/test/cli.js"), "test", ...only], {
    cwd: projectRoot,
    env: { ...process.env, ...env, E2E_REPORT: report },
    stdio: "inherit",
  });
  if (givesWay) giveWay(child);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return playwrightOutcome(`browser tests ${projects.join(", ")}`, report, code === 0);
};
