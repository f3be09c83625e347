import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** The browser: the one that `npm test` found, else the system's, else Playwright's own. */
const executablePath =
  process.env.CHROMIUM_PATH ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);

const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // These flags make the text and the colours of screenshots independent of the machine's settings.
  "--font-render-hinting=none",
  "--disable-lcd-text",
  "--force-color-profile=srgb",
  // Each test has pages of its own, which end before optimised code would pay for its compilation.
  "--js-flags=--no-opt",
];

const alone = /\.alone\.spec\.ts$/;
const deep = /\.deep\.spec\.ts$/;

/**
 * The tests run against running instances, which E2E_SANDBOX, E2E_LIMITS_SANDBOX and E2E_LINK_LIMITS_SANDBOX name by
 * their `sandbox.json`. `npm test` starts these instances. It runs the project `alone` after the others, because that
 * one moves the clock or breaks the bank for all tests. Each file of the project `limits` has its own instance. The
 * projects `crash`, `live` and `rolling` start their instances themselves. `npm run test:deep` runs the projects
 * `deep`, which wait in real time or repeat the crash test's kills many times.
 */
export default defineConfig({
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  retries: process.env.CI === undefined ? 0 : 1,
  // These limits only end what hangs: a busy machine must not fail a test that waits for a condition.
  timeout: 180_000,
  outputDir: "test-results",
  // One screenshot serves every machine: the tests bring the font, and replace texts that differ between runs.
  snapshotDir: "e2e/pay/looks",
  snapshotPathTemplate: "{snapshotDir}/{arg}{ext}",
  expect: { timeout: 30_000, toPass: { timeout: 90_000 }, toHaveScreenshot: { maxDiffPixelRatio: 0.01 } },
  reporter: process.env.E2E_REPORT ? [["list"], ["json", { outputFile: process.env.E2E_REPORT }]] : [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    screenshot: "only-on-failure",
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
  projects: [
    // They run in this order. What takes longest is first, so that the workers end at about the same time.
    // The journeys of the panel involve several people, each with their own browser.
    { name: "panel", testDir: "e2e/panel", testIgnore: [alone, deep] },
    { name: "staff", testDir: "e2e/staff", testIgnore: [alone, deep] },
    { name: "pay", testDir: "e2e/pay", testIgnore: [alone, deep] },
    { name: "api", testDir: "e2e/api", testIgnore: [alone, deep] },
    { name: "alone", testDir: "e2e", testMatch: alone, workers: 1, fullyParallel: false },
    { name: "limits", testDir: "e2e/limits", fullyParallel: false },
    { name: "live", testDir: "e2e/live", workers: 1 },
    { name: "crash", testDir: "e2e/crash", workers: 1, fullyParallel: false, retries: 0 },
    { name: "rolling", testDir: "e2e/rolling", workers: 1, retries: 0 },
    { name: "deep", testDir: "e2e", testMatch: deep, workers: 1, fullyParallel: false, retries: 0 },
    { name: "deep-crash", testDir: "e2e/crash", workers: 1, fullyParallel: false, retries: 0 },
  ],
});
