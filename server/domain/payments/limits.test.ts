import { expect, test } from "vitest";
import { findExceededLimit, isWithinAmountLimits, limitChecks, requireWithinPerTxLimit } from "./limits";

const none = { perTx: null, daily: null, weekly: null, monthly: null, windows: [] };
const now = new Date("2026-11-20T23:30:00.000Z"); // 02:30 on Saturday the 21st in Istanbul

test("limits apply from the start of their Istanbul period, and ranges of hours come first", () => {
  const windows = [
    { from: "02:00", to: "04:00", max: 5n },
    { from: "22:00", to: "03:00", max: 6n },
    { from: "04:00", to: "02:00", max: 7n },
  ];
  const checks = limitChecks({ ...none, daily: 1n, weekly: 2n, monthly: 3n, windows }, now);
  expect(checks.map((check) => [check.code, check.since.toISOString(), check.max])).toEqual([
    ["pos_time_window_limit_exceeded", "2026-11-20T23:00:00.000Z", 5n],
    ["pos_time_window_limit_exceeded", "2026-11-20T19:00:00.000Z", 6n],
    ["pos_daily_limit_exceeded", "2026-11-20T21:00:00.000Z", 1n],
    ["pos_weekly_limit_exceeded", "2026-11-15T21:00:00.000Z", 2n],
    ["pos_monthly_limit_exceeded", "2026-10-31T21:00:00.000Z", 3n],
  ]);
});

test("a range with equal times is the whole day, and the end of a range does not belong to it", () => {
  const open = (from: string, to: string, at: string) =>
    limitChecks({ ...none, windows: [{ from, to, max: 0n }] }, new Date(at)).length;
  expect(open("00:00", "00:00", "2026-11-20T12:00:00Z")).toBe(1);
  expect(open("02:00", "04:00", "2026-11-21T00:59:59.999Z")).toBe(1);
  expect(open("02:00", "04:00", "2026-11-21T01:00:00.000Z")).toBe(0);
});

test("reports the first limit that would be exceeded; reaching a limit exactly is allowed", () => {
  const checks = limitChecks({ ...none, daily: 100n, weekly: 150n }, now);
  expect(findExceededLimit(checks, [90n, 90n], 10n)).toBeNull();
  expect(findExceededLimit(checks, [91n, 145n], 10n)).toBe("pos_daily_limit_exceeded");
  expect(findExceededLimit(checks, [0n, 145n], 10n)).toBe("pos_weekly_limit_exceeded");
  expect(findExceededLimit([], [], 10n)).toBeNull();
  expect(() => requireWithinPerTxLimit({ ...none, perTx: 10n }, 10n)).not.toThrow();
  expect(() => requireWithinPerTxLimit({ ...none, perTx: 10n }, 11n)).toThrowError(/pos_per_tx_limit_exceeded/);
});

test.each([
  ["no limit", null, null, [true, true, true]],
  ["a minimum", 100n, null, [false, true, true]],
  ["a maximum", null, 100n, [true, true, false]],
  ["one permitted amount", 100n, 100n, [false, true, false]],
  ["bounds that exclude each other", 101n, 99n, [false, false, false]],
])(
  "an account with %s permits 99, 100 and 101 kuruş accordingly",
  (_what, minAmountKurus, maxAmountKurus, expected) => {
    const limits = { minAmountKurus, maxAmountKurus };
    expect([99n, 100n, 101n].map((amount) => isWithinAmountLimits(amount, limits))).toEqual(expected);
  },
);
