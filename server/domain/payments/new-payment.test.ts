import { expect, test } from "vitest";
import { newPaymentForm, newPaymentInput, toBounds } from "./new-payment";

const order = { amount: 10_000n, terminalId: "trm_1", installment: 1, partnerTxCode: " A 1 ", description: null };
const limited = newPaymentForm({ minAmountKurus: 10_000n, maxAmountKurus: 50_000n });

/** Returns the problems by field. */
const findProblems = (changes: object): Record<string, string> =>
  Object.fromEntries(
    (limited.safeParse({ ...order, ...changes }).error?.issues ?? []).map(({ path, message }) => [
      path.join("."),
      message,
    ]),
  );

test("what the form sends is valid for the procedure, and a code keeps its blanks", () => {
  const sent = limited.parse(order);
  expect(newPaymentInput.parse(sent)).toEqual(order);
});

test.each<[string, object, Record<string, string>]>([
  ["no amount", { amount: null }, { amount: "integer_between 10000 50000" }],
  ["less than the account's minimum", { amount: 9_999n }, { amount: "integer_between 10000 50000" }],
  ["more than the account's maximum", { amount: 50_001n }, { amount: "integer_between 10000 50000" }],
  ["a blank code", { partnerTxCode: " " }, { partnerTxCode: "blank" }],
  ["a card number", { description: "4355 0842 0000 0006" }, { description: "sensitive" }],
])("is invalid with %s", (_what, changes, problems) => {
  expect(findProblems(changes)).toEqual(problems);
});

test("accepts the limits themselves", () => {
  expect([10_000n, 50_000n].map((amount) => findProblems({ amount }))).toEqual([{}, {}]);
});

test("without limits of the account, one kuruş to the largest amount of a payment", () => {
  expect(toBounds({ minAmountKurus: null, maxAmountKurus: null })).toEqual({ minKurus: 1n, maxKurus: 1_000_000_000n });
});
