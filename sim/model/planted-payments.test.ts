import { describe, expect, test } from "vitest";
import type { Call, Facts } from "./history";
import { judgeHistory } from "./judge";
import { ask, at, say, spoil, tell } from "./testing/story";

/** Each row is a history that the contract allows, beside one that it does not and that differs in one thing. */
const row = (title: string, good: Call[], bad: Call[], facts: Facts = {}) => ({ title, good, bad, facts });

const { create, get, find } = ask;
const { created, replayed, payment, refused } = say;
const taken = refused("duplicate_partner_tx_code");
const noCard: Facts = { cards: [] };
const card: Facts = { cards: [{ paymentCode: "pay_1", atStep: 3 }] };
const begun = [1, 2, create(), created()] as const;
const decline = {
  reason: "insufficient_funds",
  by: "buyer",
  advice: "other_card",
  bankCode: "51",
  bankMessage: "Limit yetersiz",
};

const rows = [
  row(
    "a captured payment still says why an earlier card was refused",
    tell(begun, [3, 4, get(), spoil(payment("initiated"), "decline", decline)], [5, 6, get(), payment("captured")]),
    tell(begun, [3, 4, get(), spoil(payment("captured"), "decline", decline)]),
    card,
  ),
  row(
    "a payment that failed for its card does not say why",
    tell(begun, [3, 4, get(), payment("failed")]),
    tell(begun, [3, 4, get(), spoil(payment("failed"), "decline", null)]),
    card,
  ),
  row(
    "the bank's text of a refusal holds a card number",
    tell(begun, [3, 4, get(), spoil(payment("failed"), "decline", decline)]),
    tell(begun, [3, 4, get(), spoil(payment("failed"), "decline", { ...decline, bankMessage: "5528790000000008" })]),
    card,
  ),
  row(
    "two bodies are accepted under one code, and the first payment is open afterwards",
    tell(begun, [3, 4, create(2_000), taken], [5, 6, get(), payment("initiated")]),
    tell(begun, [3, 4, create(2_000), created("pay_2")], [5, 6, get(), payment("initiated")]),
  ),
  row(
    "two bodies are accepted under one code, and nothing ended the first payment",
    tell(begun, [40, 41, create(2_000), created("pay_2")]),
    tell(begun, [3, 4, create(2_000), created("pay_2")]),
    noCard,
  ),
  row(
    "two equal requests at once create two payments",
    tell([1, 4, create(), created()], [1, 5, create(), replayed(), "a/2"]),
    tell([1, 4, create(), created()], [1, 5, create(), created("pay_2"), "a/2"]),
    noCard,
  ),
  row(
    "a replay names another payment",
    tell(begun, [3, 4, create(), replayed()]),
    tell(begun, [3, 4, create(), replayed("pay_2")]),
  ),
  row(
    "a replay has another paymentRef",
    tell(begun, [3, 4, create(), replayed()]),
    tell(begun, [3, 4, create(), spoil(replayed(), "paymentRef", "other")]),
  ),
  row(
    "a replay shows a status that a later read takes back",
    tell(begun, [3, 4, create(), replayed("pay_1", "captured")], [5, 6, get(), payment("captured")]),
    tell(begun, [3, 4, create(), replayed("pay_1", "captured")], [5, 6, get(), payment("initiated")]),
  ),
  row(
    "an equal request is refused while its payment is open",
    tell(begun, [3, 4, create(), replayed()], [5, 6, get(), payment("initiated")]),
    tell(begun, [3, 4, create(), taken], [5, 6, get(), payment("initiated")]),
  ),
  row(
    "a code that was never used is taken",
    tell([1, 2, create(), created()], [1, 3, create(2_000), taken, "a/2"]),
    tell([2, 3, create(), created()], [0, 1, create(2_000), taken, "a/2"]),
  ),
  row(
    "a terminal's limit is reported although the code is held",
    tell(begun, [3, 4, create(2_000, "P"), refused("pos_daily_limit_exceeded")], [5, 6, find(), payment("initiated")]),
    tell(begun, [3, 4, create(2_000), refused("pos_daily_limit_exceeded")], [5, 6, find(), payment("initiated")]),
  ),
  row(
    "a status goes back",
    tell(begun, [3, 5, get(), payment("initiated")], [3, 6, get(), payment("captured")]),
    tell(begun, [3, 5, get(), payment("captured")], [6, 7, get(), payment("initiated")]),
  ),
  row(
    "a captured payment expires",
    tell(begun, [3, 5, get(), payment("captured")], [40, 41, get(), payment("captured")]),
    tell(begun, [3, 5, get(), payment("captured")], [40, 41, get(), payment("expired")]),
  ),
  row(
    "a read by the order's code is older than a read by the payment's",
    tell(begun, [3, 8, find(), payment("initiated")], [4, 7, get(), payment("captured"), "a/2"]),
    tell(begun, [8, 9, find(), payment("initiated")], [4, 7, get(), payment("captured"), "a/2"]),
  ),
  row(
    "a payment is missing whose creation was answered",
    tell([1, 4, create(), created()], [3, 5, get(), refused("payment_not_found"), "a/2"]),
    tell(begun, [3, 4, get(), refused("payment_not_found")]),
  ),
  row(
    "a code is free again although its payment is captured",
    tell(begun, [3, 4, find(), payment("captured")], [5, 6, find(), payment("captured")]),
    tell(begun, [3, 4, find(), payment("captured")], [5, 6, find(), refused("payment_not_found")]),
  ),
  row(
    "a payment is there that no call created",
    tell([1, null, create(), null], [3, 4, find(), payment("initiated")]),
    tell([4, null, create(), null], [1, 2, find(), payment("initiated")]),
  ),
  row(
    "the effect of a lost creation comes and goes",
    tell(
      [1, null, create(), null],
      [3, 4, find(), refused("payment_not_found")],
      [5, 6, find(), payment("initiated", { createdAt: at(4) })],
    ),
    tell(
      [1, null, create(), null],
      [3, 4, find(), payment("initiated")],
      [5, 6, find(), refused("payment_not_found")],
      [7, 8, get(), payment("initiated")],
    ),
  ),
  row(
    "another account reads a payment",
    tell(begun, [3, 4, get(), refused("payment_not_found"), "b/1"]),
    tell(begun, [3, 4, get(), payment("initiated"), "b/1"]),
  ),
  row(
    "a payment expires before its time",
    tell(begun, [31, 32, get(), payment("expired")]),
    tell(begun, [20, 21, get(), payment("expired")]),
  ),
  row(
    "a payment without a card is open after its time",
    tell(begun, [30, 31, get(), payment("initiated")]),
    tell(begun, [40, 41, get(), payment("initiated")]),
    noCard,
  ),
  row(
    "a payment is captured before the bank has the money",
    tell(begun, [3, 5, get(), payment("captured")]),
    tell(begun, [2, 3, get(), payment("captured")]),
    { captures: [{ paymentCode: "pay_1", amountKurus: 1_000, atStep: 4 }] },
  ),
  row(
    "a payment is captured for another amount than the bank took",
    tell(begun, [3, 5, get(), payment("captured")]),
    tell([1, 2, create(900), created()], [3, 5, get(), payment("captured", { amount: 900 })]),
    { captures: [{ paymentCode: "pay_1", amountKurus: 1_000, atStep: 4 }] },
  ),
  row(
    "a payment fails without a card",
    tell(begun, [3, 5, get(), payment("failed")]),
    tell(begun, [1, 2, get(), payment("failed")]),
    card,
  ),
  row(
    "the amount of a payment changes",
    tell(begun, [3, 4, get(), payment("initiated")]),
    tell(begun, [3, 4, get(), payment("initiated", { amount: 1_001 })]),
  ),
  row(
    "the return address of the first request is lost",
    tell(begun, [3, 4, get(), payment("initiated")]),
    tell(begun, [3, 4, get(), spoil(payment("initiated"), "returnUrl", null)]),
  ),
  row(
    "the commission is not the rate's",
    tell(begun, [3, 5, get(), payment("captured")]),
    tell(begun, [3, 5, get(), spoil(payment("captured"), "commission.amount", 24)]),
  ),
  row(
    "a creation is dated before its request",
    tell(begun, [3, 5, get(), payment("initiated")]),
    tell(begun, [3, 5, get(), payment("initiated", { createdAt: at(0) })]),
  ),
  row(
    "an invalid amount is accepted",
    tell([1, 2, create(0), refused("validation_error")]),
    tell([1, 2, create(0), created()]),
  ),
  row("an answer has a member too many", tell(begun), tell([1, 2, create(), spoil(created(), "pan", "4111")])),
  row(
    "a refusal has the status of another one",
    tell(begun, [3, 4, create(2_000), taken]),
    tell(begun, [3, 4, create(2_000), { status: 422, body: taken.body }]),
  ),
];

describe.each(rows)("$title", ({ good, bad, facts }) => {
  test("is found", () => {
    expect(judgeHistory(bad, facts)).not.toBeNull();
  });
  test("does not lie in what is allowed", () => {
    expect(judgeHistory(good, facts)?.text).toBeUndefined();
  });
});

test("a violation names the shortest prefix and what was allowed", () => {
  const calls = tell(
    begun,
    [3, 4, find(), payment("captured")],
    [5, 6, get(), refused("payment_not_found"), "b/1"],
    [7, 8, get(), payment("initiated"), "a/2"],
    [9, 10, create(2_000), taken],
  );
  const violation = judgeHistory(calls);
  expect(violation?.calls.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(violation?.allowed).toEqual(["pay_1, captured"]);
  expect(violation?.text.split("\n")).toHaveLength(7);
});
