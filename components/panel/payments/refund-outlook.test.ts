import { expect, test } from "vitest";
import { outlookOf } from "./refund-outlook";

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

test("today it is a void of the whole, and a part can be refunded from day-end on", () => {
  expect(outlookOf(options(true, dayEnd, dayEnd))).toEqual({
    method: "void",
    until: dayEnd,
    isVoidOnly: false,
    partial: { kind: "from", at: dayEnd },
  });
});

test("after day-end it is a refund, of any part", () => {
  expect(outlookOf(options(false, before, before))).toMatchObject({
    method: "credit",
    partial: { kind: "possible" },
  });
});

test("at the very instant of day-end a part is possible", () => {
  expect(outlookOf(options(false, now, now)).partial).toEqual({ kind: "possible" });
});

test("at a terminal of direct collection it is the whole today, or nothing", () => {
  expect(outlookOf(options(true, dayEnd, null))).toMatchObject({
    isVoidOnly: true,
    partial: { kind: "never" },
  });
});
