import { describe, expect, test } from "vitest";
import {
  attemptTable,
  correctionTable,
  deliveryTable,
  finalStates,
  findMove,
  linkTable,
  openLinkStates,
  paymentTable,
  payoutItemTable,
  refundRequestTable,
  refundTable,
  type StateTable,
  settlementTable,
  sourcesOf,
} from "./states";

const tables: StateTable<string>[] = [
  paymentTable,
  attemptTable,
  linkTable,
  deliveryTable,
  refundTable,
  refundRequestTable,
  settlementTable,
  correctionTable,
  payoutItemTable,
];

describe.each(tables.map((table) => [table.name, table] as const))("%s", (_name, table) => {
  test("every state is reachable from the first one", () => {
    const reached = new Set([table.initial]);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const move of table.moves) if (reached.has(move.from)) reached.add(move.to);
    }
    expect([...reached].sort()).toEqual([...table.states].sort());
  });

  test("every state that is not final has a way to a final one", () => {
    const finals = new Set(finalStates(table));
    expect(finals.size).toBeGreaterThan(0);
    const ends = (state: string, seen: string[] = []): boolean =>
      finals.has(state) ||
      table.moves.some(
        (move) => move.from === state && !seen.includes(move.to) && ends(move.to, [...seen, state]),
      );
    for (const state of table.states) expect(ends(state), state).toBe(true);
  });

  test("a pair that is not listed has no move, a listed one has exactly one", () => {
    for (const from of table.states) {
      for (const to of table.states) {
        const rows = table.moves.filter((move) => move.from === from && move.to === to);
        expect(rows.length).toBeLessThanOrEqual(1);
        expect(findMove(table, from, to)).toBe(rows[0] ?? null);
        expect(sourcesOf(table, to).includes(from)).toBe(rows.length === 1);
      }
    }
  });
});

test("nothing leaves a final payment state", () => {
  expect(finalStates(paymentTable).sort()).toEqual(["captured", "expired", "failed"]);
});

test("every way a payment can end tells the merchant (§6.1)", () => {
  expect(Object.fromEntries(paymentTable.moves.map((move) => [move.to, move.event]))).toEqual({
    captured: "payment.captured",
    failed: "payment.failed",
    expired: "payment.expired",
  });
});

test("a paid, expired or cancelled link stays what it is; all others can still end in each of these ways", () => {
  expect(finalStates(linkTable).sort()).toEqual(["cancelled", "completed", "expired"]);
  expect(sourcesOf(linkTable, "cancelled")).toEqual([...openLinkStates]);
  expect(sourcesOf(linkTable, "expired")).toEqual([...openLinkStates]);
  expect(sourcesOf(linkTable, "completed"), "a capture only follows 3-D Secure").toEqual(["initiated"]);
});

test("the merchant hears of a link's completion and expiry, and of no other move (§6.1)", () => {
  const told = linkTable.moves.filter(({ event }) => event).map(({ to, event }) => [to, event].join(" "));
  expect([...new Set(told)]).toEqual(["completed payment_link.completed", "expired payment_link.expired"]);
  expect(linkTable.moves.filter(({ to }) => to === "expired").every(({ event }) => event)).toBe(true);
});

test("a refund ends once, approved or declined, and the merchant hears of either (§3.3, D-26)", () => {
  expect([refundTable.initial, ...finalStates(refundTable)]).toEqual(["pending", "approved", "declined"]);
  expect(refundTable.moves.map(({ from, to, event }) => [from, to, event].join(" "))).toEqual([
    "pending approved refund.approved",
    "pending declined refund.declined",
  ]);
});
