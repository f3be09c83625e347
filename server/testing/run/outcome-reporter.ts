import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { firstLine, type Outcome } from "./outcome";

/**
 * Writes the `Outcome` of a vitest run to the file that TEST_REPORT names. Unlike vitest's own JSON it contains errors
 * that occur outside of any test.
 */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]): void {
    writeFileSync(process.env.TEST_REPORT ?? "", JSON.stringify(toOutcome(modules, outside)));
  }
}

const toOutcome = (modules: readonly TestModule[], outside: readonly SerializedError[]): Outcome => ({
  passed: modules.reduce((sum, { children }) => sum + [...children.allTests("passed")].length, 0),
  failures: [...modules.flatMap(listFailures), ...outside.map(describeError)],
  repeated: [],
});

/** Lists the failed tests of a file, then the errors of loading it and of its hooks. */
const listFailures = (module: TestModule): string[] => {
  const errors = [module, ...module.children.allSuites()].flatMap((group) => group.errors());
  return [
    ...[...module.children.allTests("failed")].map(({ fullName }) => fullName),
    ...errors.map(({ message }) => firstLine(message)),
  ].map((name) => `${module.relativeModuleId} › ${name}`);
};

/** Describes an error with the first line of its stack that is not in a package. */
const describeError = ({ message, stack = "" }: SerializedError): string => {
  const place = stack.split("\n").find((line) => /^\s+at /.test(line) && !line.includes("node_modules"));
  return `outside of any test: ${firstLine(message)}${place === undefined ? "" : ` (${place.trim()})`}`;
};
