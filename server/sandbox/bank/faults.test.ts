import { expect, test } from "vitest";
import { drawFractions } from "@/server/testing/banks/drawn-fractions";
import { chooseFault, chooseLatencyMs } from "./faults";
import { operations, type Settings } from "./settings";

const calm: Settings = {
  latencyMs: 0,
  errorRate: 0,
  down: false,
  refuseSameDayCredit: false,
  operations: [...operations],
  setupFaults: {},
  dayFileErrors: 0,
  plantedDayFiles: {},
};

/** Draws the given fractions, one after the other. */
const sequence = (...fractions: number[]) => drawFractions(() => fractions.shift() ?? 0);

test("no fault while none is switched on", () => {
  expect(chooseFault(calm, "capture", sequence(0))).toBeNull();
});

test("no fault and no latency for an operation that is not listed", () => {
  const settings: Settings = { ...calm, down: true, errorRate: 1, latencyMs: 500, operations: ["inquire"] };
  expect(chooseFault(settings, "capture", sequence(0))).toBeNull();
  expect(chooseLatencyMs(settings, "capture")).toBe(0);
  expect(chooseLatencyMs(settings, "inquire")).toBe(500);
});

test("a broken connection before any work in an outage", () => {
  expect(chooseFault({ ...calm, down: true }, "void", sequence(0.99))).toEqual({
    when: "before",
    answer: { kind: "broken" },
  });
});

test("a fault for the share of requests that errorRate names", () => {
  const settings = { ...calm, errorRate: 0.25 };
  expect(chooseFault(settings, "credit", sequence(0.25, 0))).toBeNull();
  expect(chooseFault(settings, "credit", sequence(0.249, 0))).not.toBeNull();
});

test("half of the errors after the work, and the kind of answer does not show which half", () => {
  const faults = [0, 0.25, 0.5, 0.75].map((kind) =>
    chooseFault({ ...calm, errorRate: 1 }, "capture", sequence(0, kind)),
  );
  expect(faults.map((fault) => fault?.when)).toEqual(["before", "before", "after", "after"]);
  expect(faults.map((fault) => fault?.answer.kind)).toEqual(["message", "broken", "message", "broken"]);
});
