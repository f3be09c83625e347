import { describe, expect, test } from "vitest";
import { minutes, plusMs } from "../clock";
import { type HostFacts, judgeAlerts, judgeCondition, type RecentSums } from "./bank-condition";

const now = new Date("2026-11-26T12:00:00Z");
const fine: HostFacts = { lastFailureAt: null, failuresInRow: 0, unreachedInRow: 0 };
const failing = (count: number, agoMs = 0): HostFacts => ({
  lastFailureAt: plusMs(now, -agoMs),
  failuresInRow: count,
  unreachedInRow: count,
});
const sums = (calls: number, slow: number) => ({ calls, slow });
const recent = (changes: Partial<RecentSums> = {}): RecentSums => ({
  now: sums(100, 0),
  lately: sums(300, 0),
  mismatches: 0,
  mismatchesLately: 0,
  ...changes,
});
const judge = (facts: HostFacts, changes?: Partial<RecentSums>) => judgeAlerts(facts, recent(changes), now);

describe("alerts", () => {
  test("a bank is down after five failures in a row, until it answers or nobody has tried it for 15 minutes", () => {
    expect(judge(failing(4)).bank_down).toBe("close");
    expect(judge(failing(5, minutes(14))).bank_down).toBe("raise");
    expect(judge(failing(9, minutes(15))).bank_down).toBe("close");
  });

  test.each([
    [sums(20, 5), sums(300, 5), "raise"],
    [sums(4, 4), sums(10, 4), null],
    [sums(40, 5), sums(40, 5), null],
    [sums(40, 0), sums(300, 30), "close"],
    [sums(0, 0), sums(0, 0), "close"],
  ] as const)("with %j slow now and %j lately, a slow bank is judged %s", (present, lately, expected) => {
    expect(judge(fine, { now: present, lately }).bank_slow).toBe(expected);
  });

  test("a bank that is down is not slow as well", () => {
    expect(judge(failing(5), { now: sums(5, 5), lately: sums(5, 5) })).toMatchObject({
      bank_down: "raise",
      bank_slow: null,
    });
  });

  test.each([
    [4, 4, null],
    [5, 5, "raise"],
    [0, 9, null],
    [0, 0, "close"],
  ] as const)(
    "with %i wrong hashes in ten minutes and %i in half an hour, they are judged %s",
    (ten, thirty, expected) => {
      expect(judge(fine, { mismatches: ten, mismatchesLately: thirty }).bank_hash_mismatch).toBe(expected);
    },
  );
});

test.each([
  ["paused", failing(5), sums(5, 5), 9, true],
  ["down", failing(5), sums(5, 5), 9, false],
  ["slow", fine, sums(5, 5), 9, true],
  ["works", failing(4), sums(5, 0), 9, true],
  ["quiet", fine, sums(0, 0), 0, true],
] as const)("the condition is %s", (expected, facts, present, callsOfDay, isBreakerOn) => {
  expect(judgeCondition(facts, { now: present, callsOfDay }, { isBreakerOn, now })).toBe(expected);
});
