import { expect, test } from "vitest";
import { chooseFault, latencyOf } from "./faults";
import { operations, type Settings } from "./settings";

const calm: Settings = {
  latencyMs: 0,
  errorRate: 0,
  down: false,
  refuseSameDayCredit: false,
  operations: [...operations],
};

/** Gives the numbers one after the other. */
const sequence = (...numbers: number[]) => {
  return () => numbers.shift() ?? 0;
};

test("nothing goes wrong while nothing is switched on", () => {
  expect(chooseFault(calm, "capture", () => 0)).toBeNull();
});

test("an operation that is not listed is never touched", () => {
  const settings: Settings = { ...calm, down: true, errorRate: 1, latencyMs: 500, operations: ["inquire"] };
  expect(chooseFault(settings, "capture", () => 0)).toBeNull();
  expect(latencyOf(settings, "capture")).toBe(0);
  expect(latencyOf(settings, "inquire")).toBe(500);
});

test("an outage breaks the connection before anything is done", () => {
  expect(chooseFault({ ...calm, down: true }, "void", () => 0.99)).toEqual({
    strikes: "before",
    answer: { kind: "broken" },
  });
});

test("errorRate strikes its share of the requests", () => {
  const settings = { ...calm, errorRate: 0.25 };
  expect(chooseFault(settings, "credit", sequence(0.25, 0))).toBeNull();
  expect(chooseFault(settings, "credit", sequence(0.249, 0))).not.toBeNull();
});

test("half of the errors strike after the work, and neither half can be told from its answer's kind", () => {
  const faults = [0, 0.25, 0.5, 0.75].map((kind) =>
    chooseFault({ ...calm, errorRate: 1 }, "capture", sequence(0, kind)),
  );
  expect(faults.map((fault) => fault?.strikes)).toEqual(["before", "before", "after", "after"]);
  expect(faults.map((fault) => fault?.answer.kind)).toEqual(["message", "broken", "message", "broken"]);
});
