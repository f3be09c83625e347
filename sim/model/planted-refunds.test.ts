import { describe, expect, test } from "vitest";
import type { Call, Facts } from "./history";
import { judgeHistory } from "./judge";
import { ask, at, back, say, spoil, tell } from "./testing/story";
import type { Back } from "./testing/tiny-records";

/** Each row is a history that the contract allows, beside one that it does not and that differs in one thing. */
const row = (title: string, good: Call[], bad: Call[], facts: Facts = {}) => ({ title, good, bad, facts });

const { create, get, refund, refunds, refundCode, createLink, link, cancel, links } = ask;
const { created, payment, refused, started } = say;
const begun = [1, 2, create(), created()] as const;
const paid = [3, 4, get(), payment("captured")] as const;
const credit = (code: string, amount?: number) => refund("creditPayment", code, amount);
const shown = (...backs: Back[]) => payment("captured", { refunds: [...backs].reverse() });
const terminal = { account: "a", effectiveCounts: [1], validityMinutes: 30, dayEndLocal: "00:00", isDirect: false };

const refundRows = [
  row(
    "more is refunded than was captured",
    tell(begun, paid, [5, 6, credit("A", 600), started("A")], [7, 8, credit("B", 400), started("B")]),
    tell(begun, paid, [5, 6, credit("A", 600), started("A")], [7, 8, credit("B", 600), started("B")]),
  ),
  row(
    "a refund of too much is said to be in progress",
    tell(begun, paid, [5, 6, credit("A", 1_001), refused("refund_amount_exceeds_remaining")]),
    tell(begun, paid, [5, 6, credit("A", 1_001), refused("refund_in_progress")]),
  ),
  row(
    "two refunds are pending at once",
    tell(begun, paid, [5, 6, credit("A", 300), started("A", "pending")], [7, 8, credit("B", 300), started("B")]),
    tell(
      begun,
      paid,
      [5, 6, credit("A", 300), started("A", "pending")],
      [7, 8, credit("B", 300), started("B")],
      [9, 10, refundCode("A"), say.refund(back("A", 300, "pending"))],
    ),
  ),
  row(
    "a code is accepted for two refunds",
    tell(begun, paid, [5, 6, credit("A", 300), started("A")], [7, 8, credit("A", 300), refused("refund_in_progress")]),
    tell(begun, paid, [5, 6, credit("A", 300), started("A")], [7, 8, credit("A", 300), started("B")]),
  ),
  row(
    "an approved refund is lost by a later update",
    tell(begun, paid, [5, 6, credit("A", 300), started("A")], [7, 8, get(), shown(back("A", 300))]),
    tell(begun, paid, [5, 6, credit("A", 300), started("A")], [7, 8, get(), shown()]),
  ),
  row(
    "a refund that was declined is approved",
    tell(
      begun,
      paid,
      [5, 6, credit("A", 300), started("A", "declined")],
      [7, 8, refunds(), say.refunds(back("A", 300, "declined"))],
    ),
    tell(
      begun,
      paid,
      [5, 6, credit("A", 300), started("A", "declined")],
      [7, 8, refunds(), say.refunds(back("A", 300))],
    ),
  ),
  row(
    "a list of refunds is older than a read before it",
    tell(
      begun,
      paid,
      [5, 6, credit("A", 300), started("A", "pending")],
      [7, 9, refunds(), say.refunds(back("A", 300, "pending"))],
      [8, 10, refundCode("A"), say.refund(back("A", 300)), "a/2"],
    ),
    tell(
      begun,
      paid,
      [5, 6, credit("A", 300), started("A", "pending")],
      [8, 10, refundCode("A"), say.refund(back("A", 300)), "a/2"],
      [11, 12, refunds(), say.refunds(back("A", 300, "pending"))],
    ),
  ),
  row(
    "a refund is refused as not refundable although the payment is captured",
    tell(begun, [3, 7, get(), payment("captured")], [5, 6, credit("A"), refused("payment_not_refundable"), "a/2"]),
    tell(begun, paid, [5, 6, credit("A"), refused("payment_not_refundable"), "a/2"]),
  ),
  row(
    "a void is accepted after a credit",
    tell(
      begun,
      paid,
      [5, 6, credit("A", 300), started("A")],
      [7, 8, refund("voidPayment", "B"), refused("refund_method_not_available")],
    ),
    tell(
      begun,
      paid,
      [5, 6, credit("A", 300), started("A")],
      [7, 8, refund("voidPayment", "B"), started("B", "approved", "void")],
    ),
  ),
  row(
    "a part is refunded automatically on the day of the capture",
    tell(begun, paid, [5, 6, refund("refundPayment", "A", 300), refused("refund_not_yet_available")]),
    tell(begun, paid, [5, 6, refund("refundPayment", "A", 300), started("A")]),
    { terminals: { trm_1: terminal } },
  ),
  row(
    "a refund is approved that the bank did not do",
    tell(begun, paid, [5, 6, credit("A", 300), started("A", "pending")]),
    tell(begun, paid, [5, 6, credit("A", 300), started("A")]),
    { refunds: [{ paymentCode: "pay_1", amountKurus: 200, atStep: 5 }] },
  ),
  row(
    "the remaining amount does not add up",
    tell(begun, [5, 8, credit("A", 300), started("A")], [7, 8, get(), shown(back("A", 300))]),
    tell(
      begun,
      [5, 8, credit("A", 300), started("A")],
      [7, 8, get(), spoil(shown(back("A", 300)), "refund.remainingAmount", 1_000)],
    ),
  ),
  row(
    "a lost refund has another amount than was asked for",
    tell(begun, paid, [5, null, credit("A", 300), null], [7, 8, get(), shown(back("A", 300))]),
    tell(begun, paid, [5, null, credit("A", 300), null], [7, 8, get(), shown(back("A", 301))]),
  ),
];

const linked = (n: number, status: "initiated" | "captured" | "failed") =>
  payment(status, { code: `pay_${n}`, order: `PL-1-${n}`, amount: 700, linkId: "pl_1", returnUrl: null });
const shared = [1, 2, createLink(), say.newLink()] as const;
const afterWeek = 7 * 24 * 60 + 10;

const linkRows = [
  row(
    "a link is paid twice",
    tell(shared, [5, 6, get("pay_1"), linked(1, "failed")], [7, 8, get("pay_2"), linked(2, "captured")]),
    tell(shared, [5, 6, get("pay_1"), linked(1, "captured")], [7, 8, get("pay_2"), linked(2, "captured")]),
  ),
  row(
    "a second attempt begins while the first is open",
    tell(shared, [5, 7, get("pay_1"), linked(1, "initiated")], [7, 8, get("pay_2"), linked(2, "initiated")]),
    tell(
      shared,
      [5, 6, get("pay_2"), linked(2, "initiated")],
      [7, 8, get("pay_1"), linked(1, "initiated")],
      [9, 10, get("pay_2"), linked(2, "initiated")],
    ),
  ),
  row(
    "a cancelled link is paid",
    tell(shared, [3, 6, cancel(), refused("payment_link_already_paid")], [7, 8, link(), say.link("completed")]),
    tell(shared, [3, 4, cancel(), say.link("cancelled")], [7, 8, link(), say.link("completed")]),
  ),
  row(
    "the payment of a cancelled link is captured",
    tell(shared, [3, 4, cancel(), say.link("cancelled")], [7, 8, get("pay_1"), linked(1, "failed")]),
    tell(shared, [3, 4, cancel(), say.link("cancelled")], [7, 8, get("pay_1"), linked(1, "captured")]),
  ),
  row(
    "a paid link is cancelled",
    tell(shared, [3, 4, link(), say.link("completed")], [5, 6, cancel(), refused("payment_link_already_paid")]),
    tell(shared, [3, 4, link(), say.link("completed")], [5, 6, cancel(), say.link("cancelled")]),
  ),
  row(
    "a link is cancelled twice",
    tell(shared, [3, 4, cancel(), say.link("cancelled")], [5, 6, cancel(), refused("payment_link_cancelled")]),
    tell(shared, [3, 4, cancel(), say.link("cancelled")], [5, 6, cancel(), say.link("cancelled")]),
  ),
  row(
    "a link is open although its payment is captured",
    tell(shared, [3, 9, link(), say.link("initiated")], [5, 6, get("pay_1"), linked(1, "captured")]),
    tell(shared, [5, 6, get("pay_1"), linked(1, "captured")], [7, 9, link(), say.link("initiated")]),
  ),
  row(
    "an opened link is pending again",
    tell(shared, [3, 4, link(), say.link("pending")], [5, 6, link(), say.link("launched")]),
    tell(shared, [3, 4, link(), say.link("launched")], [5, 6, link(), say.link("pending")]),
  ),
  row(
    "a link is idle after its end",
    tell(shared, [afterWeek, afterWeek + 1, link(), say.link("expired")]),
    tell(shared, [afterWeek, afterWeek + 1, link(), say.link("launched")]),
  ),
  row(
    "a list lacks a link whose creation was answered",
    tell(shared, [3, 4, links({ status: ["launched"] }), say.links()]),
    tell(shared, [3, 4, links(), say.links()]),
  ),
  row(
    "a list shows a link as it was before an earlier read",
    tell(shared, [3, 4, links(), say.links(say.link("pending"))], [5, 6, link(), say.link("launched")]),
    tell(shared, [3, 4, link(), say.link("launched")], [5, 6, links(), say.links(say.link("pending"))]),
  ),
  row(
    "references do not follow the creations",
    tell(shared, [3, 4, createLink(), say.newLink({ id: "pl_2", reference: 2, createdAt: at(3) })]),
    tell(
      [1, 2, createLink(), say.newLink({ reference: 2 })],
      [3, 4, createLink(), say.newLink({ id: "pl_2", createdAt: at(3) })],
    ),
  ),
  row(
    "a link is missing whose creation was answered",
    tell(shared, [3, 4, link("pl_9"), refused("payment_link_not_found")]),
    tell(shared, [3, 4, link(), refused("payment_link_not_found")]),
  ),
  row(
    "an error of our own is answered",
    tell(shared, [3, 4, link(), refused("service_unavailable")]),
    tell(shared, [3, 4, link(), { status: 500, body: refused("internal_error").body }]),
  ),
];

describe.each([...refundRows, ...linkRows])("$title", ({ good, bad, facts }) => {
  test("is found", () => {
    expect(judgeHistory(bad, facts)).not.toBeNull();
  });
  test("does not lie in what is allowed", () => {
    expect(judgeHistory(good, facts)?.text).toBeUndefined();
  });
});
