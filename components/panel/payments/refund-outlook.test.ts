import { expect, test } from "vitest";
import { findRefundOutlook } from "./refund-outlook";

const now = new Date("2026-11-20T09:00:00.000Z");
const dayEnd = new Date("2026-11-20T21:00:00.000Z");
const before = new Date("2026-11-19T21:00:00.000Z");

const options = (isVoidOpen: boolean, until: Date, automaticPartialFrom: Date | null) => ({
  now,
  refundOptions: {
    void: { available: isVoidOpen, reason: isVoidOpen ? null : ("day_closed" as const), until },
    credit: { available: true, reason: null },
    automaticPartialFrom,
  },
});

test("before day-end it is a full void, and a partial refund is possible from day-end", () => {
  expect(findRefundOutlook(options(true, dayEnd, dayEnd))).toEqual({
    method: "void",
    until: dayEnd,
    isVoidOnly: false,
    partial: { kind: "from", at: dayEnd },
  });
});

test("after day-end it is a refund of any amount", () => {
  expect(findRefundOutlook(options(false, before, before))).toMatchObject({
    method: "credit",
    partial: { kind: "possible" },
  });
});

test("a partial refund is possible exactly at day-end", () => {
  expect(findRefundOutlook(options(false, now, now)).partial).toEqual({ kind: "possible" });
});

test("at a direct-collection terminal only a full void on the same day is possible", () => {
  expect(findRefundOutlook(options(true, dayEnd, null))).toMatchObject({
    isVoidOnly: true,
    partial: { kind: "never" },
  });
});
