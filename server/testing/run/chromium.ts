import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { LaunchFailure } from "@/server/launch/failure";
import { withProgress } from "@/server/launch/progress";

/** Debian's packages and the path of their browser. The first one has no windows and needs half the time. */
const packages = {
  "chromium-headless-shell": "/usr/bin/chromium-headless-shell",
  chromium: "/usr/bin/chromium",
} as const;

/**
 * Finds the browser for the tests: CHROMIUM_PATH, the system's, one that is installed now, or Playwright's own.
 * @throws LaunchFailure when there is none
 */
export const findChromium = async (): Promise<string> => {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined) {
    if (existsSync(given)) return given;
    throw new LaunchFailure(`CHROMIUM_PATH is ${given}, but this file does not exist.`);
  }
  if (wantsToInstall() && mayInstall()) await withProgress("Installing Chromium", "Installed", install);
  const path = Object.values(packages).find(existsSync);
  if (path !== undefined) return path;
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  throw new LaunchFailure(
    "The browser tests need Chromium. Install it (Debian: apt-get install chromium), or set CHROMIUM_PATH to its path.",
  );
};

/**
 * Returns whether to install a browser: on a CI machine the faster one, on a developer's machine only when there is
 * none.
 */
const wantsToInstall = (): boolean =>
  process.env.CI === undefined
    ? !Object.values(packages).some(existsSync)
    : !existsSync(packages["chromium-headless-shell"]);

const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync("/etc/debian_version");

const install = async (): Promise<void> => {
  const apt = (...args: string[]): boolean => {
    try {
      const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
      execFileSync("apt-get", args, { stdio: "ignore", env });
      return true;
    } catch {
      // A missing browser is reported at the end.
      return false;
    }
  };
  apt("update");
  Object.keys(packages).some((name) => apt("install", "--yes", "--no-install-recommends", name));
};
