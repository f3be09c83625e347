import { expect, test } from "vitest";
import { sumChargedBack } from "./charged-back";

const commission = { amount: 1_000n, reversedAmount: 0n, netAmount: 39_000n };
const payment = { amount: 40_000n, commission, refund: { refundedAmount: 0n }, correctedAmount: 0n };

test("nothing was charged back where commission, refunds and corrections explain the net amount", () => {
  expect(sumChargedBack(payment)).toBe(0n);
  const voided = { amount: 1_000n, reversedAmount: 1_000n, netAmount: 0n };
  expect(sumChargedBack({ ...payment, commission: voided, refund: { refundedAmount: 40_000n } })).toBe(0n);
});

test("what else is missing of the net amount was charged back", () => {
  const refund = { refundedAmount: 5_000n };
  const less = { ...commission, netAmount: 39_000n - 5_000n - 2_000n - 30_000n };
  expect(sumChargedBack({ ...payment, commission: less, refund, correctedAmount: 2_000n })).toBe(30_000n);
});
