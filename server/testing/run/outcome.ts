import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSuite, JSONReportTest } from "@playwright/test/reporter";

/**
 * The outcome of a test run, with the names of the failed tests and of those that passed at their second attempt only.
 */
export type Outcome = { passed: number; failures: string[]; repeated: string[] };

export const nothingRun: Outcome = { passed: 0, failures: [], repeated: [] };

/** Reads the report that `outcome-reporter.ts` wrote for a vitest run. */
export const vitestOutcome = (run: string, reportFile: string, ranWell: boolean): Outcome =>
  addUnnamedFailure(run, ranWell, read<Outcome>(reportFile) ?? nothingRun);

/** Reads the JSON report of a Playwright run; a test that passed at its second attempt counts as passed. */
export const playwrightOutcome = (run: string, reportFile: string, ranWell: boolean): Outcome => {
  const { suites, errors } = read<JSONReport>(reportFile) ?? { suites: [], errors: [] };
  const tests = suites.flatMap(listTests);
  const named = (wanted: JSONReportTest["status"]): string[] =>
    tests.flatMap(({ status, name }) => (status === wanted ? [name] : []));
  const repeated = named("flaky");
  return addUnnamedFailure(run, ranWell, {
    passed: named("expected").length + repeated.length,
    failures: [...named("unexpected"), ...errors.map(({ message }) => `${run}: ${firstLine(message)}`)],
    repeated,
  });
};

export const sumOutcomes = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  repeated: outcomes.flatMap(({ repeated }) => repeated),
});

/** Formats the last lines of a run: the repeated tests, the failures, and the sum. */
export const formatOutcome = ({ passed, failures, repeated }: Outcome): string =>
  [
    ...repeated.map((name) => `Passed at the second attempt: ${name}`),
    ...failures.map((name) => `Failed: ${name}`),
    `${passed} passed, ${failures.length} failed`,
  ].join("\n");

/** Returns the first line of an error's message without terminal colours. */
export const firstLine = (message = ""): string => stripVTControlCharacters(message).split("\n", 1)[0] ?? "";

/** Adds the run itself as a failure when it failed without a named failure. */
const addUnnamedFailure = (run: string, ranWell: boolean, outcome: Outcome): Outcome =>
  ranWell || outcome.failures.length > 0
    ? outcome
    : { ...outcome, failures: [`${run}: the run failed without naming a test`] };

const listTests = ({ specs, suites = [] }: JSONReportSuite): { status: string; name: string }[] => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status }) => ({ status, name: `${file}:${line} › ${title}` })),
  ),
  ...suites.flatMap(listTests),
];

const read = <T>(file: string): T | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
