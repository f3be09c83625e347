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
  payoutTable,
  refundRequestTable,
  refundTable,
  type StateTable,
  sourceStates,
} from "./states";

const tables: StateTable<string>[] = [
  paymentTable,
  attemptTable,
  linkTable,
  deliveryTable,
  refundTable,
  refundRequestTable,
  correctionTable,
  payoutTable,
];

describe.each(tables.map((table) => [table.name, table] as const))("%s", (_name, table) => {
  test("every status can be reached from the initial one", () => {
    const reached = new Set([table.initial]);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const move of table.moves) if (reached.has(move.from)) reached.add(move.to);
    }
    expect([...reached].sort()).toEqual([...table.states].sort());
  });

  test("a final status can be reached from every status", () => {
    const finals = new Set(finalStates(table));
    expect(finals.size).toBeGreaterThan(0);
    const ends = (state: string, seen: string[] = []): boolean =>
      finals.has(state) ||
      table.moves.some((move) => move.from === state && !seen.includes(move.to) && ends(move.to, [...seen, state]));
    for (const state of table.states) expect(ends(state), state).toBe(true);
  });

  test("finds exactly one move for a pair that is listed, and null for every other pair", () => {
    for (const from of table.states) {
      for (const to of table.states) {
        const rows = table.moves.filter((move) => move.from === from && move.to === to);
        expect(rows.length).toBeLessThanOrEqual(1);
        expect(findMove(table, from, to)).toBe(rows[0] ?? null);
        expect(sourceStates(table, to).includes(from)).toBe(rows.length === 1);
      }
    }
  });
});

test("captured, expired and failed are the final statuses of a payment", () => {
  expect(finalStates(paymentTable).sort()).toEqual(["captured", "expired", "failed"]);
});

test("every move that ends a payment has a webhook event (§6.1)", () => {
  expect(Object.fromEntries(paymentTable.moves.map((move) => [move.to, move.event]))).toEqual({
    captured: "payment.captured",
    failed: "payment.failed",
    expired: "payment.expired",
  });
});

test("completed, expired and cancelled links are final, and every open link can expire and be cancelled", () => {
  expect(finalStates(linkTable).sort()).toEqual(["cancelled", "completed", "expired"]);
  expect(sourceStates(linkTable, "cancelled")).toEqual([...openLinkStates]);
  expect(sourceStates(linkTable, "expired")).toEqual([...openLinkStates]);
  expect(sourceStates(linkTable, "completed"), "a capture only follows 3-D Secure").toEqual(["initiated"]);
});

test("of a link's moves, only completion and expiry have a webhook event (§6.1)", () => {
  const events = linkTable.moves.filter(({ event }) => event).map(({ to, event }) => [to, event].join(" "));
  expect([...new Set(events)]).toEqual(["completed payment_link.completed", "expired payment_link.expired"]);
  expect(linkTable.moves.filter(({ to }) => to === "expired").every(({ event }) => event)).toBe(true);
});

test("a refund ends once, approved or declined, and both moves have a webhook event (§3.3, D-26)", () => {
  expect([refundTable.initial, ...finalStates(refundTable)]).toEqual(["pending", "approved", "declined"]);
  expect(refundTable.moves.map(({ from, to, event }) => [from, to, event].join(" "))).toEqual([
    "pending approved refund.approved",
    "pending declined refund.declined",
  ]);
});
