import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** The browser that `npm test` found; else the system's, else Playwright's own. */
const executablePath =
  process.env.CHROMIUM_PATH ?? (existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined);

const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const alone = /\.alone\.spec\.ts$/;

/**
 * Against running instances, which E2E_SANDBOX and E2E_LIMITS_SANDBOX name by their `sandbox.json` (`npm test` starts
 * both, and runs the project `alone`, which moves the clock or breaks the bank for everybody, after the others). The
 * project `crash` starts its own.
 */
export default defineConfig({
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 30_000,
  outputDir: "test-results",
  reporter: process.env.E2E_REPORT
    ? [["list"], ["json", { outputFile: process.env.E2E_REPORT }]]
    : [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    screenshot: "only-on-failure",
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
  projects: [
    { name: "api", testDir: "e2e/api", testIgnore: alone },
    { name: "pay", testDir: "e2e/pay", testIgnore: alone },
    { name: "alone", testDir: "e2e", testMatch: alone, workers: 1, fullyParallel: false },
    { name: "limits", testDir: "e2e/limits", workers: 1, fullyParallel: false },
    { name: "crash", testDir: "e2e/crash", workers: 1, fullyParallel: false, retries: 0 },
  ],
});
