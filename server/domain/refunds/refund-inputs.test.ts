import { expect, test } from "vitest";
import { newRefundForm, refundLimitForm } from "./refund-inputs";

test("a refund is at least one kuruş and at most what is left", () => {
  const form = newRefundForm(1_000n);
  const isValid = (amount: bigint | null) => form.safeParse({ amount, reason: null }).success;
  expect([1n, 1_000n].map(isValid)).toEqual([true, true]);
  expect([null, 0n, 1_001n].map(isValid)).toEqual([false, false, false]);
  expect(form.safeParse({ amount: 1n, reason: "x".repeat(501) }).success).toBe(false);
});

test("a limit is zero or more, and null where there is none, whatever is typed as the amount", () => {
  const read = (isUnlimited: boolean, limit: bigint | null) => refundLimitForm.safeParse({ isUnlimited, limit });
  expect([0n, 1_000_000_000n].map((limit) => read(false, limit).data)).toEqual([
    { limit: 0n },
    { limit: 1_000_000_000n },
  ]);
  expect([null, -1n, 1_000_000_001n].map((limit) => read(true, limit).data)).toEqual(Array(3).fill({ limit: null }));
  for (const limit of [null, -1n, 1_000_000_001n]) {
    expect(read(false, limit).error?.issues.map(({ path }) => path)).toEqual([["limit"]]);
  }
});
