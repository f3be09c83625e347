import { expect, test } from "vitest";
import { type CorrectablePayment, type CorrectionKind, computeCorrectionNet, findCorrectionFault } from "./correction";

const payment: CorrectablePayment = {
  isCaptured: true,
  amountKurus: 40_000n,
  refundedKurus: 0n,
  pendingKurus: 0n,
  isVoided: false,
};
const voided = { refundedKurus: 40_000n, isVoided: true };

test.each<[CorrectionKind, bigint, Partial<CorrectablePayment>, boolean]>([
  ["none", 0n, {}, true],
  ["none", 1n, {}, false],
  ["none", 0n, voided, true],
  ["none", 0n, { isCaptured: false }, false],
  ["credit_done", 40_000n, {}, true],
  ["credit_done", 40_001n, {}, false],
  ["credit_done", 0n, {}, false],
  ["credit_done", -1n, {}, false],
  ["credit_done", 10_000n, { refundedKurus: 20_000n, pendingKurus: 10_000n }, true],
  ["credit_done", 10_001n, { refundedKurus: 20_000n, pendingKurus: 10_000n }, false],
  ["credit_done", 1n, voided, false],
  ["credit_not_done", 20_000n, { refundedKurus: 20_000n }, true],
  ["credit_not_done", 20_001n, { refundedKurus: 20_000n }, false],
  ["credit_not_done", 40_000n, voided, false],
  ["void_done", 40_000n, {}, true],
  ["void_done", 39_999n, {}, false],
  ["void_done", 40_000n, { refundedKurus: 1n }, false],
  ["void_done", 40_000n, { pendingKurus: 1n }, false],
  ["void_done", 40_000n, voided, false],
  ["void_not_done", 40_000n, voided, true],
  ["void_not_done", 39_999n, voided, false],
  ["void_not_done", 40_000n, { refundedKurus: 40_000n }, false],
])("%s of %d kuruş on a payment with %o: can be booked is %s", (kind, amountKurus, changes, isPossible) => {
  const fault = findCorrectionFault({ ...payment, ...changes }, { kind, amountKurus });
  expect(fault === null, fault ?? "no fault").toBe(isPossible);
});

test("a correction of a credit moves its amount, and one of a void moves the amount less the commission", () => {
  const nets = (["credit_done", "credit_not_done", "void_done", "void_not_done", "none"] as const).map((kind) =>
    computeCorrectionNet({ kind, amountKurus: 40_000n }, 1_000n),
  );
  expect(nets).toEqual([-40_000n, 40_000n, -39_000n, 39_000n, null]);
});
