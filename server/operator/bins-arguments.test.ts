import { expect, test } from "vitest";
import { readBinsArguments } from "./bins-arguments";

test.each([
  ["import a.csv", { command: "import", value: "a.csv", dryRun: false, removeMany: false }],
  ["import a.csv --dry-run", { command: "import", value: "a.csv", dryRun: true, removeMany: false }],
  ["--remove-many import a.csv", { command: "import", value: "a.csv", dryRun: false, removeMany: true }],
  ["find 435508", { command: "find", value: "435508", dryRun: false, removeMany: false }],
  ["find 01610100", { command: "find", value: "01610100", dryRun: false, removeMany: false }],
])("reads: %s", (typed, words) => {
  expect(readBinsArguments(typed.split(" "))).toEqual(words);
});

test.each([
  "",
  "export a.csv",
  "import",
  "import a.csv b.csv",
  "import a.csv --force",
  "import a.csv --dry-run=yes",
  "find",
  "find 435508 435509",
  "find 435508 --dry-run",
])("throws the usage for: %s", (typed) => {
  expect(() => readBinsArguments(typed.split(" ").filter(Boolean))).toThrow(
    /^npm run bins -- COMMAND\n {2}import FILE /,
  );
});

test.each(["43550", "4355080000000005", "43550x", "４３５５０８"])(
  "refuses a value that is no BIN, without repeating it: %s",
  (digits) => {
    expect(() => readBinsArguments(["find", digits])).toThrow(
      /^A BIN is the first six to eight digits of a card number\.$/,
    );
  },
);
