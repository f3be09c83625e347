import { expect, test } from "vitest";
import type { BankLimits } from "../payments/limits";
import { freePerTxMaxKurus, limitsForm, needsSecondPerson, toLimitsDraft } from "./terminal-limits";

const window = { from: "02:00", to: "04:00", max: 0n };
const none: BankLimits = { perTx: null, daily: null, weekly: null, monthly: null, windows: [] };
const some: BankLimits = { perTx: 100n, daily: 200n, weekly: 300n, monthly: 400n, windows: [window] };

test.each([
  ["a limit that is removed", some, { ...some, daily: null }, true],
  ["a range of hours that is removed", some, { ...some, windows: [] }, true],
  ["a range of hours that is moved", some, { ...some, windows: [{ ...window, to: "03:00" }] }, true],
  ["a limit per transaction above the bound", some, { ...some, perTx: freePerTxMaxKurus + 1n }, true],
  ["a limit per transaction up to the bound", some, { ...some, perTx: freePerTxMaxKurus }, false],
  ["a first limit above the bound", none, { ...none, perTx: freePerTxMaxKurus + 1n }, true],
  [
    "a limit that is lowered and stays above the bound",
    { ...none, perTx: freePerTxMaxKurus * 3n },
    { ...none, perTx: freePerTxMaxKurus * 2n },
    false,
  ],
  ["limits that are added", none, { ...some, perTx: 1n }, false],
  ["a daily limit that is raised", some, { ...some, daily: 10_000_000_000n }, false],
])("%s needs a second person, or not", (_what, before, after, expected) => {
  expect(needsSecondPerson(before, after)).toBe(expected);
});

test("the form returns what it began with, and refuses a limit that is on without an amount", () => {
  expect(limitsForm.parse(toLimitsDraft(some))).toEqual(some);
  const draft = toLimitsDraft(some);
  expect(limitsForm.parse({ ...draft, daily: { isOn: false, max: null } }).daily).toBeNull();
  expect(limitsForm.safeParse({ ...draft, daily: { isOn: true, max: null } }).error?.issues[0]?.path).toEqual([
    "daily",
    "max",
  ]);
  expect(limitsForm.safeParse({ ...draft, windows: [{ ...window, from: "24:00" }] }).success).toBe(false);
});
