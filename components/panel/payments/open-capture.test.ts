import { expect, test } from "vitest";
import { findOpenCapture } from "./open-capture";
import type { PaymentEvent } from "./payment-types";

const at = new Date("2026-11-20T09:00:00.000Z");
const card = (number: number) => ({ number, maskedPan: "415565******6111", brand: null }) as const;
const created: PaymentEvent = { kind: "created", at, source: "panel" };
const sent = (number: number): PaymentEvent => ({ ...card(number), kind: "capture_sent", at });
const unknown = (number: number): PaymentEvent => ({
  ...card(number),
  kind: "capture_unknown",
  at,
  nextInquiryAt: at,
  inquiries: 1,
});
const declined = (number: number): PaymentEvent => ({
  ...card(number),
  kind: "card_ended",
  at,
  status: "declined",
  declineReason: "expired_card",
  bankCode: "54",
  bankMessage: null,
});

test("returns null when no capture was sent, so a card can be entered", () => {
  expect(findOpenCapture([created])).toBeNull();
});

test("distinguishes a sent capture from one with an unknown outcome", () => {
  expect(findOpenCapture([created, sent(1)])).toBe("sent");
  expect(findOpenCapture([created, sent(1), unknown(1)])).toBe("unknown");
});

test("ignores an ended attempt", () => {
  expect(findOpenCapture([created, sent(1), unknown(1), declined(1)])).toBeNull();
  expect(findOpenCapture([created, sent(1), declined(1), sent(2)])).toBe("sent");
});
