import { describe, expect, test } from "vitest";
import type { Answer, Call, Charge, Facts } from "./history";
import { judgeHistory } from "./judge";
import { ask, say, spoil, tell } from "./testing/story";

// What a bank charged back of a payment of 1,000 kuruş, of which it keeps 25, beside answers that are wrong about it.

const begun = [1, 2, ask.create(), say.created()] as const;
const paid = [3, 4, ask.get(), say.payment("captured")] as const;
const refund = (amount?: number) => ask.refund("creditPayment", "A", amount);

/** The record of the payment of which so many kuruş were charged back. */
function charged(kurus: number): Answer {
  const changes = {
    "commission.netAmount": 975 - kurus,
    "refund.remainingAmount": 1_000 - kurus,
    "refundOptions.void.available": false,
    "refundOptions.void.reason": kurus < 1_000 ? "partly_refunded" : "fully_refunded",
    "refundOptions.credit.available": kurus < 1_000,
    "refundOptions.credit.reason": kurus < 1_000 ? null : "fully_refunded",
  };
  return Object.entries(changes).reduce((answer, [path, value]) => spoil(answer, path, value), say.payment("captured"));
}

const charge = (amountKurus: number, fromStep: number): Charge => ({
  paymentCode: "pay_1",
  caseName: "CB-1",
  amountKurus,
  fromStep,
});

const row = (title: string, charges: readonly Charge[], good: Call[], bad: Call[]) => ({ title, charges, good, bad });

const rows = [
  row(
    "more is charged back than the file says",
    [charge(400, 5)],
    tell(begun, paid, [6, 7, ask.get(), charged(400)]),
    tell(begun, paid, [6, 7, ask.get(), charged(500)]),
  ),
  row(
    "something is charged back before its file was written",
    [charge(400, 9)],
    tell(begun, paid, [6, 10, ask.get(), charged(400)]),
    tell(begun, paid, [6, 7, ask.get(), charged(400)]),
  ),
  row(
    "what was charged back is refunded as well",
    [charge(400, 5)],
    tell(begun, paid, [6, 7, ask.get(), charged(400)], [8, 9, refund(600), say.started("A")]),
    tell(begun, paid, [6, 7, ask.get(), charged(400)], [8, 9, refund(601), say.started("A")]),
  ),
  row(
    "something is left of a payment that was charged back as a whole",
    [charge(1_000, 5)],
    tell(begun, paid, [6, 7, ask.get(), charged(1_000)], [8, 9, refund(), say.refused("payment_not_refundable")]),
    tell(begun, paid, [6, 7, ask.get(), charged(1_000)], [8, 9, refund(1), say.started("A")]),
  ),
  row(
    "a chargeback is gone although no file has given it back",
    [charge(400, 5), charge(-400, 20)],
    tell(begun, paid, [6, 7, ask.get(), charged(400)], [8, 21, ask.get(), say.payment("captured")]),
    tell(begun, paid, [6, 7, ask.get(), charged(400)], [8, 9, ask.get(), say.payment("captured")]),
  ),
];

describe.each(rows)("$title", ({ charges, good, bad }) => {
  const facts: Facts = { charges };
  test("is found", () => {
    expect(judgeHistory(bad, facts)).not.toBeNull();
  });
  test("does not lie in what is allowed", () => {
    expect(judgeHistory(good, facts)?.text).toBeUndefined();
  });
});

test("a payment without a chargeback shows none", () => {
  expect(judgeHistory(tell(begun, paid, [6, 7, ask.get(), charged(400)]))).not.toBeNull();
});
