import { existsSync, readFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { JSONReport, JSONReportSuite, JSONReportTest } from "@playwright/test/reporter";

/** What became of tests. What failed has a name that finds it; so has what passed at its second attempt only. */
export type Outcome = { passed: number; failures: string[]; repeated: string[] };

export const nothingRun: Outcome = { passed: 0, failures: [], repeated: [] };

/** What a vitest run left by `test-outcome-reporter.ts`. */
export const vitestOutcome = (run: string, reportFile: string, ranWell: boolean): Outcome =>
  accountedFor(run, ranWell, read<Outcome>(reportFile) ?? nothingRun);

/** What a Playwright run reported as JSON; a test that passed at its second attempt counts as passed. */
export const playwrightOutcome = (run: string, reportFile: string, ranWell: boolean): Outcome => {
  const { suites, errors } = read<JSONReport>(reportFile) ?? { suites: [], errors: [] };
  const tests = suites.flatMap(testsOf);
  const named = (wanted: JSONReportTest["status"]): string[] =>
    tests.flatMap(({ status, name }) => (status === wanted ? [name] : []));
  const repeated = named("flaky");
  return accountedFor(run, ranWell, {
    passed: named("expected").length + repeated.length,
    failures: [...named("unexpected"), ...errors.map(({ message }) => `${run}: ${firstLine(message)}`)],
    repeated,
  });
};

export const sumOf = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
  failures: outcomes.flatMap(({ failures }) => failures),
  repeated: outcomes.flatMap(({ repeated }) => repeated),
});

/** What a person reads last: who failed and who needed a second attempt, then the sum. */
export const lastLinesOf = ({ passed, failures, repeated }: Outcome): string =>
  [
    ...repeated.map((name) => `Passed at the second attempt: ${name}`),
    ...failures.map((name) => `Failed: ${name}`),
    `${passed} passed, ${failures.length} failed`,
  ].join("\n");

/** The first line of an error's message, without the colours that it has on a terminal. */
export const firstLine = (message = ""): string => stripVTControlCharacters(message).split("\n", 1)[0] ?? "";

/** A run that ended badly without a failure that has a name is one itself. */
const accountedFor = (run: string, ranWell: boolean, outcome: Outcome): Outcome =>
  ranWell || outcome.failures.length > 0
    ? outcome
    : { ...outcome, failures: [`${run}: ended badly, and nothing in it says why`] };

const testsOf = ({ specs, suites = [] }: JSONReportSuite): { status: string; name: string }[] => [
  ...specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status }) => ({ status, name: `${file}:${line} › ${title}` })),
  ),
  ...suites.flatMap(testsOf),
];

const read = <T>(file: string): T | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : undefined;
