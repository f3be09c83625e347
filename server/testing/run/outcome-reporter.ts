import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { firstLine, type Outcome } from "./outcome";

/**
 * Writes what became of a vitest run, as an `Outcome`, to the file that TEST_REPORT names. Unlike vitest's own JSON it
 * has the errors that arose outside of any test.
 */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], outside: readonly SerializedError[]): void {
    writeFileSync(process.env.TEST_REPORT ?? "", JSON.stringify(outcomeOf(modules, outside)));
  }
}

const outcomeOf = (modules: readonly TestModule[], outside: readonly SerializedError[]): Outcome => ({
  passed: modules.reduce((sum, { children }) => sum + [...children.allTests("passed")].length, 0),
  failures: [...modules.flatMap(failuresIn), ...outside.map(nameOfError)],
  repeated: [],
});

/** Its tests that failed, then why it did not load, and what the hooks around its tests said. */
const failuresIn = (module: TestModule): string[] => {
  const errors = [module, ...module.children.allSuites()].flatMap((group) => group.errors());
  return [
    ...[...module.children.allTests("failed")].map(({ fullName }) => fullName),
    ...errors.map(({ message }) => firstLine(message)),
  ].map((name) => `${module.relativeModuleId} › ${name}`);
};

/** With the first place of its stack that is the product's own. */
const nameOfError = ({ message, stack = "" }: SerializedError): string => {
  const place = stack.split("\n").find((line) => /^\s+at /.test(line) && !line.includes("node_modules"));
  return `outside of any test: ${firstLine(message)}${place === undefined ? "" : ` (${place.trim()})`}`;
};
