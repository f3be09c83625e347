import { describe, expect, test } from "vitest";
import { readSettlementPlace, type SettlementFacts } from "./settlement-place";

// 27 November 2026 is a Friday.
const now = new Date("2026-11-27T08:00:00+03:00");
const facts: SettlementFacts = {
  dueAt: new Date("2026-11-27T00:00:00+03:00"),
  collectAt: new Date("2026-11-27T09:00:00+03:00"),
  isCarried: false,
  isPaymentHeld: false,
  isAccountHeld: false,
  payoutId: null,
  payoutStatus: null,
  valueDate: null,
};
const read = (changes: Partial<SettlementFacts>, at = now) => readSettlementPlace({ ...facts, ...changes }, at);
const collected = { payoutId: "pob_1", valueDate: new Date("2026-11-27") } as const;
const nextDay = new Date("2026-11-28T08:00:00+03:00");

describe("money that no payout has collected", () => {
  test("is expected on the day of its collection, without a reason", () => {
    expect(read({})).toEqual({ stage: "expected", reason: null, isLate: false, day: "2026-11-27", payoutId: null });
  });

  test("that was booked after the collection of its day waits for the next business day", () => {
    const collectAt = new Date("2026-11-30T09:00:00+03:00");
    expect(read({ collectAt })).toMatchObject({ reason: "bank_day", isLate: false, day: "2026-11-30" });
  });

  test.each([
    ["a held payment before a hold of the account", { isPaymentHeld: true, isAccountHeld: true }, "payment_held"],
    ["a hold of the account", { isAccountHeld: true }, "account_held"],
    ["the collection, which runs a little after its time", {}, "collection"],
  ] as const)("is late after its collection, and names %s", (_what, changes, reason) => {
    expect(read(changes, nextDay)).toMatchObject({ stage: "expected", reason, isLate: true });
  });

  test("that was carried over has no day", () => {
    expect(read({ isCarried: true }, nextDay)).toMatchObject({ stage: "carried", reason: "minimum", day: null });
  });

  test("is not ours to pay where the bank pays the merchant", () => {
    expect(read({ dueAt: null, collectAt: null })).toMatchObject({ stage: "direct", reason: null, isLate: false });
  });
});

test.each([
  ["prepared", "in_payout", "approval"],
  ["approved", "in_payout", "bank"],
  ["sent", "in_payout", "bank"],
  ["paid_out", "paid", null],
  ["failed", "failed", null],
] as const)("a payout that is %s", (payoutStatus, stage, reason) => {
  const place = { stage, reason, day: "2026-11-27", payoutId: "pob_1" };
  expect(read({ ...collected, payoutStatus })).toEqual({ ...place, isLate: stage === "failed" });
  expect(read({ ...collected, payoutStatus }, nextDay)).toEqual({ ...place, isLate: stage !== "paid" });
});
