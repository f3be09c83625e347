import { expect, test } from "vitest";
import type { TriedCreation } from "./errors";
import { measureAvailability, measureRecoveries, type Struck, toQuantiles } from "./recovery";

const created = (at: number, ms = 20): TriedCreation => ({
  at,
  ms,
  status: 201,
  code: `pay_${at}`,
  trouble: null,
  tries: 1,
});
const failed = (at: number, status = 503): TriedCreation => ({ ...created(at), status, code: null, trouble: "x" });

test.each([
  [[], { p50: 0, p99: 0, max: 0 }],
  [[7], { p50: 7, p99: 7, max: 7 }],
  [[30, -5, 10, 20], { p50: 10, p99: 30, max: 30 }],
  [Array.from({ length: 200 }, (_, n) => n + 1), { p50: 100, p99: 198, max: 200 }],
])("takes quantiles of %j", (durations, quantiles) => {
  expect(toQuantiles(durations)).toEqual(quantiles);
});

test("a recovery is counted from the end of the cause until a payment is created that was asked for since", () => {
  const blows: Struck[] = [
    { kind: "web", at: 1_000, readyAt: 1_050, wholeAt: 4_000 },
    { kind: "fullDisk", at: 10_000, until: 14_000, readyAt: 14_500, wholeAt: 14_500 },
    { kind: "web", at: 30_000, readyAt: 30_010, wholeAt: 32_000 },
  ];
  // The first creation after the full disk is the slowest one.
  const creations = [
    created(990),
    failed(1_010),
    // A refusal is no creation.
    failed(1_020, 429),
    { ...created(1_100), status: 200 },
    created(14_010, 900),
    created(14_100, 300),
  ];
  expect(measureRecoveries(blows, creations)).toEqual([
    {
      kind: "fullDisk",
      times: 1,
      cause: { p50: 4_000, p99: 4_000, max: 4_000 },
      ready: { p50: 500, p99: 500, max: 500 },
      whole: { p50: 500, p99: 500, max: 500 },
      creation: { p50: 400, p99: 400, max: 400 },
    },
    {
      kind: "web",
      times: 2,
      cause: { p50: 0, p99: 0, max: 0 },
      ready: { p50: 10, p99: 50, max: 50 },
      whole: { p50: 2_000, p99: 3_000, max: 3_000 },
      // Nothing was answered after the last blow.
      creation: { p50: 120, p99: 120, max: 120 },
    },
  ]);
});

test("a creation within a second is in time; those during a restart or a lasting blow are counted apart", () => {
  const blows: Struck[] = [{ kind: "web", at: 1_000, readyAt: 1_050, wholeAt: 4_000 }];
  const calm = [created(500), created(4_100, 1_000), failed(5_000), failed(6_000, 409)];
  const rough = [created(900, 200), created(3_990), failed(2_000)];
  expect(measureAvailability(blows, [...calm, ...rough])).toEqual({
    calm: { creations: 4, inTime: 1 },
    rough: { creations: 3, inTime: 2 },
  });
});
