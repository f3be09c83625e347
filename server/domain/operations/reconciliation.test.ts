import { expect, test } from "vitest";
import { type BookedOrder, compareOrder, type OrderAtBank, type OrderVerdict } from "./reconciliation";

const now = new Date("2026-11-20T12:00:00Z");
const captured: BookedOrder = {
  attemptStatus: "captured",
  paymentStatus: "captured",
  amountKurus: 1000n,
  backKurus: 0n,
  hasOpenCall: false,
  lastSentAt: new Date("2026-11-20T11:00:00Z"),
};
const started: BookedOrder = { ...captured, attemptStatus: "started", paymentStatus: "initiated" };
const declined: BookedOrder = { ...captured, attemptStatus: "declined", paymentStatus: "failed" };
const abandoned: BookedOrder = { ...captured, attemptStatus: "abandoned", paymentStatus: "expired" };

const nothing: OrderAtBank = { kind: "nothing" };
const voided: OrderAtBank = { kind: "voided" };
const unclear: OrderAtBank = { kind: "unclear" };
const taken = (takenKurus: bigint, backKurus = 0n): OrderAtBank => ({ kind: "taken", takenKurus, backKurus });

test.each<[OrderVerdict, BookedOrder, OrderAtBank]>([
  ["agrees", captured, taken(1000n)],
  ["agrees", { ...captured, backKurus: 300n }, taken(1000n, 300n)],
  ["agrees", { ...captured, backKurus: 1000n }, voided],
  ["capture_not_at_bank", captured, nothing],
  ["amount_differs", captured, taken(999n)],
  ["refund_not_in_books", captured, voided],
  ["refund_not_in_books", { ...captured, backKurus: 300n }, taken(1000n, 301n)],
  ["refund_not_at_bank", { ...captured, backKurus: 300n }, taken(1000n, 299n)],
  ["no_money", started, nothing],
  ["no_money", abandoned, voided],
  ["no_money", abandoned, taken(1000n, 1000n)],
  ["capture_lost", started, taken(1000n)],
  ["capture_lost", { ...started, attemptStatus: "preparing" }, taken(1000n)],
  ["outside_books", { ...started, paymentStatus: "captured" }, taken(1000n)],
  ["outside_books", abandoned, taken(1000n, 400n)],
  ["capture_after_end", declined, taken(1000n)],
  ["no_money", { ...declined, backKurus: 1000n }, voided],
  ["refund_not_at_bank", { ...declined, backKurus: 1000n }, taken(1000n, 400n)],
  ["open", { ...captured, hasOpenCall: true }, taken(1000n)],
  ["unclear", { ...captured, hasOpenCall: true }, unclear],
])("returns %s", (verdict, books, bank) => {
  expect(compareOrder(books, bank, now)).toBe(verdict);
});

test("returns recent for a difference within two minutes, and still what agrees", () => {
  const recent = { ...captured, lastSentAt: new Date("2026-11-20T11:58:01Z") };
  expect(compareOrder(recent, nothing, now)).toBe("recent");
  expect(compareOrder(recent, taken(1000n), now)).toBe("agrees");
  expect(compareOrder({ ...recent, lastSentAt: new Date("2026-11-20T11:58:00Z") }, nothing, now)).toBe(
    "capture_not_at_bank",
  );
});
