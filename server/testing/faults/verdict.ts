import { stripVTControlCharacters } from "node:util";

/** The part of vitest's JSON report that is read. */
export interface VitestReport {
  readonly testResults: readonly {
    /** The path of the test file. */
    readonly name: string;
    readonly status: string;
    /** The error of loading the file; empty when there was none. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/**
 * How a test failed. `assertion`: an expectation did not hold. `error`: the product or the database refused something.
 * `timeout`: the test took too long, which may be the machine's fault. `breakage`: the planted code cannot run at all.
 */
export type FailureKind = "assertion" | "error" | "timeout" | "breakage";

export interface Failure {
  readonly kind: FailureKind;
  readonly test: string;
  /** The first line of the error. */
  readonly error: string;
}

/** What the tests said about a planted fault. */
export type Verdict =
  | { readonly kind: "caught"; readonly by: Failure }
  | { readonly kind: "missed"; readonly why: string };

/** Classifies an error by its text as vitest reports it. */
export function classifyError(text: string): FailureKind {
  const line = firstLine(text);
  if (/\btimed out in \d+\s?ms/i.test(line)) return "timeout";
  if (/^(Syntax|Reference|Type)Error\b/.test(line)) return "breakage";
  return /^AssertionError\b/.test(line) ? "assertion" : "error";
}

/** Lists the failed tests of a report. */
export const listFailures = ({ testResults }: VitestReport): Failure[] =>
  testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => {
        const [text = "no message"] = failureMessages ?? [];
        return { kind: classifyError(text), test: `${toFileName(name)} › ${fullName}`, error: firstLine(text) };
      }),
  );

/** Lists the files that could not be loaded or whose set-up failed, with the reason. */
export const listBrokenFiles = ({ testResults }: VitestReport): string[] =>
  testResults
    .filter(({ status, assertionResults }) => status === "failed" && assertionResults.every((one) => !hasFailed(one)))
    .map(({ name, message }) => `${toFileName(name)}: ${firstLine(message) || "its set-up failed"}`);

/**
 * Judges a run with a planted fault: caught only where a test failed by an assertion, or by an error that the product
 * or the database threw on purpose. A time-out, or code that cannot run, catches nothing.
 * @param report null when vitest wrote none
 * @param unreliable the names of tests that failed without a fault as well, and so prove nothing
 */
export function judge(report: VitestReport | null, unreliable: ReadonlySet<string> = new Set()): Verdict {
  if (report === null) return { kind: "missed", why: "vitest wrote no report" };
  const failures = listFailures(report).filter(({ test }) => !unreliable.has(test));
  const by = failures.find(({ kind }) => kind === "assertion") ?? failures.find(({ kind }) => kind === "error");
  if (by) return { kind: "caught", by };
  const [first] = failures;
  if (first) return { kind: "missed", why: `only a ${first.kind}: ${first.test}: ${first.error}` };
  const [broken] = listBrokenFiles(report);
  return { kind: "missed", why: broken === undefined ? "every test passed" : `the tests did not run: ${broken}` };
}

const hasFailed = ({ status }: { readonly status: string }): boolean => status === "failed";

const firstLine = (text: string): string => stripVTControlCharacters(text).trim().split("\n", 1)[0]?.trim() ?? "";

/** Returns a path that begins at the project's root, as the list of faults has it. */
const toFileName = (path: string): string => /(?:server|components|messages)\/.*$/.exec(path)?.[0] ?? path;
