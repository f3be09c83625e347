import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { LaunchFailure } from "./failure";
import { withProgress } from "./progress";

const systemPath = "/usr/bin/chromium";

/** The browser for the tests: CHROMIUM_PATH, the system's, one that is installed now, or Playwright's own. */
export const findChromium = async (): Promise<string> => {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined) {
    if (existsSync(given)) return given;
    throw new LaunchFailure(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  if (existsSync(systemPath)) return systemPath;
  if (mayInstall()) await withProgress("Installing Chromium", "Installed", installDebianPackage);
  if (existsSync(systemPath)) return systemPath;
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  throw new LaunchFailure(
    "The browser tests need Chromium: install it (Debian: apt-get install chromium), or name one in CHROMIUM_PATH.",
  );
};

const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync("/etc/debian_version");

const installDebianPackage = async (): Promise<void> => {
  const apt = (...args: string[]) =>
    execFileSync("apt-get", args, {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  try {
    apt("update");
    apt("install", "--yes", "--no-install-recommends", "chromium");
  } catch {
    // Said in the end, when there is no other browser either.
  }
};
