import { expect, test } from "vitest";
import { captureUnderWay } from "./capture-under-way";
import type { PaymentMoment } from "./timeline-types";

const at = new Date("2026-11-20T09:00:00.000Z");
const card = (number: number) => ({ number, maskedPan: "415565******6111", brand: null }) as const;
const created: PaymentMoment = { kind: "created", at, source: "panel" };
const sent = (number: number): PaymentMoment => ({ ...card(number), kind: "capture_sent", at });
const unknown = (number: number): PaymentMoment => ({
  ...card(number),
  kind: "capture_unknown",
  at,
  nextInquiryAt: at,
  inquiries: 1,
});
const declined = (number: number): PaymentMoment => ({
  ...card(number),
  kind: "card_ended",
  at,
  status: "declined",
  declineReason: "expired_card",
});

test("no bank has been asked: a card can be entered", () => {
  expect(captureUnderWay([created])).toBeNull();
});

test("a capture that was sent, and one whose outcome is unknown, are told apart", () => {
  expect(captureUnderWay([created, sent(1)])).toBe("sent");
  expect(captureUnderWay([created, sent(1), unknown(1)])).toBe("unknown");
});

test("a card that has come to its end keeps nobody from the next", () => {
  expect(captureUnderWay([created, sent(1), unknown(1), declined(1)])).toBeNull();
  expect(captureUnderWay([created, sent(1), declined(1), sent(2)])).toBe("sent");
});
