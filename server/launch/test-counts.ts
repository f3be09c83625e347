import { existsSync, readFileSync } from "node:fs";

export type Counts = { passed: number; failed: number };

/** What a vitest run reported. A run that failed without a failed test (a file that did not load) counts as one. */
export const vitestCounts = (reportFile: string, ranWell: boolean): Counts => {
  const report = read(reportFile) as { numPassedTests?: number; numFailedTests?: number };
  return counted(report.numPassedTests, report.numFailedTests, ranWell);
};

/** What a Playwright run reported; a test that passed at its second attempt counts as passed. */
export const playwrightCounts = (reportFile: string, ranWell: boolean): Counts => {
  const { stats } = read(reportFile) as { stats?: { expected: number; flaky: number; unexpected: number } };
  return counted((stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected, ranWell);
};

export const addCounts = (all: readonly Counts[]): Counts => ({
  passed: all.reduce((sum, { passed }) => sum + passed, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0),
});

const counted = (passed = 0, failed = 0, ranWell: boolean): Counts => ({
  passed,
  failed: ranWell ? failed : Math.max(failed, 1),
});

const read = (file: string): object => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});
