import { expect, test } from "vitest";
import { formatOutcomes, hasPassed, type Outcome } from "./incident";

const good: Outcome = {
  kind: "redis_gone",
  made: "Redis is killed",
  missing: null,
  namedMs: 31_234,
  closedMs: 80_000,
  sentence: "Redis does not answer a ping",
  failure: null,
};

test.each<[boolean, string, Partial<Outcome>]>([
  [true, "named within a minute and closed", {}],
  [true, "that cannot be made here", { missing: "faketime is not installed", namedMs: null, closedMs: null }],
  [false, "named after more than a minute", { namedMs: 60_001 }],
  [false, "never named", { namedMs: null }],
  [false, "never closed", { closedMs: null }],
  [false, "whose cause could not be made", { failure: "The bank refused" }],
])("%s for an incident %s", (isPassed, _, change) => {
  expect(hasPassed({ ...good, ...change })).toBe(isPassed);
});

test("a line for each incident, and one that sums them up", () => {
  const late: Outcome = { ...good, kind: "clock_off", made: "a clock is moved", namedMs: 61_000, closedMs: null };
  const skipped: Outcome = { ...late, kind: "disk_full", missing: "only root can mount a small disk", namedMs: null };
  expect(formatOutcomes([good, late, skipped])).toEqual([
    "incident             named after  closed after  how it was made",
    "redis_gone  passed   31.2 s       80.0 s        Redis is killed",
    "clock_off   FAILED   61.0 s       -             a clock is moved",
    "disk_full   skipped  -            -             only root can mount a small disk",
    "1 incidents named and closed, 1 skipped, 1 failed",
  ]);
});
