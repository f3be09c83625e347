import { describe, expect, test } from "vitest";
import { classifyError, judge, listBrokenFiles, type VitestReport } from "./verdict";

type Failed = readonly [name: string, message: string];

/** Builds the report of one file with failed tests, or with an error of the file itself. */
const report = (failed: readonly Failed[], message = ""): VitestReport => ({
  testResults: [
    {
      name: "/tmp/copy/server/domain/money.test.ts",
      status: failed.length > 0 || message !== "" ? "failed" : "passed",
      message,
      assertionResults: [
        { fullName: "reads 12.50", status: "passed", failureMessages: [] },
        ...failed.map(([fullName, text]) => ({ fullName, status: "failed", failureMessages: [text] })),
      ],
    },
  ],
});

const assertion = "AssertionError: expected 1205n to be 1250n // Object.is equality\n    at money.test.ts:9:5";
const late = "Error: Test timed out in 60000ms.\nIf this is a long-running test";

describe("a fault is caught", () => {
  test("by a test whose expectation does not hold", () => {
    expect(judge(report([["reads 12.5", assertion]]))).toEqual({
      kind: "caught",
      by: {
        kind: "assertion",
        test: "server/domain/money.test.ts › reads 12.5",
        error: "AssertionError: expected 1205n to be 1250n // Object.is equality",
      },
    });
  });

  test("by an assertion rather than by an error or a time-out before it", () => {
    const failed: Failed[] = [
      ["first", late],
      ["second", "AppError: internal_error"],
      ["third", assertion],
    ];
    expect(judge(report(failed))).toMatchObject({
      kind: "caught",
      by: { test: "server/domain/money.test.ts › third" },
    });
    expect(judge(report(failed.slice(0, 2)))).toMatchObject({
      kind: "caught",
      by: { test: "server/domain/money.test.ts › second" },
    });
  });
});

describe("a fault is missed", () => {
  test.each([
    ["every test passes", report([]), "every test passed"],
    ["tests only take too long", report([["slow", late]]), /^only a timeout: server\/domain\/money.test.ts › slow/],
    ["the code cannot run", report([["x", "TypeError: undefined is not a function"]]), /^only a breakage/],
    [
      "a file cannot be loaded",
      report([], "SyntaxError: Unexpected token"),
      /^the tests did not run: server\/domain\/money.test.ts: Syn/,
    ],
    ["vitest wrote nothing", null, "vitest wrote no report"],
  ])("where %s", (_, given, why) => {
    expect(judge(given)).toEqual({ kind: "missed", why: expect.stringMatching(why) });
  });

  test("where only a test failed that fails without the fault as well", () => {
    const given = report([["reads 12.5", assertion]]);
    expect(judge(given, new Set(["server/domain/money.test.ts › reads 12.5"]))).toMatchObject({ kind: "missed" });
    expect(judge(given, new Set(["server/domain/money.test.ts › reads 13"]))).toMatchObject({ kind: "caught" });
  });
});

test.each([
  ["\u001b[31mAssertionError\u001b[39m: expected", "assertion"],
  ["Error: Property failed after 3 tests", "error"],
  ["DatabaseError: duplicate key value violates unique constraint", "error"],
  ["Error: Hook timed out in 30000ms.", "timeout"],
  ["ReferenceError: x is not defined", "breakage"],
])("%j is classified as %s", (text, kind) => {
  expect(classifyError(text)).toBe(kind);
});

test("a file is broken where it failed without a failed test", () => {
  expect(listBrokenFiles(report([], ""))).toEqual([]);
  expect(listBrokenFiles(report([["x", assertion]]))).toEqual([]);
  expect(listBrokenFiles(report([], "Error: connect ECONNREFUSED"))).toEqual([
    "server/domain/money.test.ts: Error: connect ECONNREFUSED",
  ]);
});
