import { expect, test } from "vitest";
import { newRefundForm, newRefundInput, refundLimitForm, rejectionForm, rejectionInput } from "./refund-inputs";

test("a refund is at least one kuruş and at most what is left", () => {
  const form = newRefundForm(1_000n);
  const isValid = (amount: bigint | null) => form.safeParse({ amount, reason: null }).success;
  expect([1n, 1_000n].map(isValid)).toEqual([true, true]);
  expect([null, 0n, 1_001n].map(isValid)).toEqual([false, false, false]);
  expect(form.safeParse({ amount: 1n, reason: "x".repeat(501) }).success).toBe(false);
});

test("a card number or an IBAN is a problem of the form's field, and left to the use case by the procedure", () => {
  const key = "3e0ae1b0-2a40-4cf3-8f0c-1b6f2f0c1d11";
  for (const text of ["4355 0842 0000 0006", "TR33 0006 1005 1978 6457 8413 26"]) {
    const refund = { amount: 1n, reason: text };
    const rejection = { requestId: "rr_1", note: text };
    const problems = [newRefundForm(1n).safeParse(refund), rejectionForm.safeParse(rejection)].flatMap(
      ({ error }) => error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [],
    );
    expect(problems).toEqual([
      ["reason", "sensitive"],
      ["note", "sensitive"],
    ]);
    expect(newRefundInput.safeParse({ ...refund, key, paymentCode: "pay_1", method: "auto" }).success).toBe(true);
    expect(rejectionInput.safeParse(rejection).success).toBe(true);
  }
  const sent = rejectionForm.parse({ requestId: "rr_1", note: "Ends in 0006" });
  expect(rejectionInput.parse(sent)).toEqual({ requestId: "rr_1", note: "Ends in 0006" });
});

test("a limit is zero or more, and null where there is none, whatever is typed as the amount", () => {
  const read = (isUnlimited: boolean, limit: bigint | null) =>
    refundLimitForm.safeParse({ isUnlimited, limit, inApi: false });
  expect([0n, 1_000_000_000n].map((limit) => read(false, limit).data)).toEqual([
    { limit: 0n, inApi: false },
    { limit: 1_000_000_000n, inApi: false },
  ]);
  expect([null, -1n, 1_000_000_001n].map((limit) => read(true, limit).data)).toEqual(
    Array(3).fill({ limit: null, inApi: false }),
  );
  for (const limit of [null, -1n, 1_000_000_001n]) {
    expect(read(false, limit).error?.issues.map(({ path }) => path)).toEqual([["limit"]]);
  }
});
