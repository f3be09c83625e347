import { expect, test } from "vitest";
import { readOptions } from "./options";

test.each([
  [[], { kind: "seeds", from: 1, count: 300, isTwice: false, shrinks: true }],
  [["--seeds", "20", "--from", "400"], { kind: "seeds", from: 400, count: 20, isTwice: false, shrinks: true }],
  [["--twice", "--no-shrink"], { kind: "seeds", from: 1, count: 300, isTwice: true, shrinks: false }],
  [
    ["--seed", "7", "--trace", "t.txt", "--without", "a,b", "--trouble-until", "40"],
    { kind: "seed", seed: "7", traceFile: "t.txt", reduction: { without: ["a", "b"], troubleUntil: 40 } },
  ],
  [["--seed", "7"], { kind: "seed", seed: "7", traceFile: null, reduction: { without: [], troubleUntil: null } }],
  [["--mutants"], { kind: "mutants", only: null, seeds: 500 }],
  [["--mutants", "--only", "refund", "--seeds", "20"], { kind: "mutants", only: "refund", seeds: 20 }],
])("reads %j", (args, expected) => {
  expect(readOptions(args)).toEqual(expected);
});

test.each([[["--seeds", "many"]], [["--seeds", "-1"]], [["--unknown"]]])("refuses %j with the usage", (args) => {
  expect(() => readOptions(args)).toThrow("npm run sim");
});
