import fc from "fast-check";
import { expect, test } from "vitest";
import { plusMs } from "../clock";
import { decideRefund, type Refundable, refundWays, toRefundOptions } from "./refund-policy";

const dayEnd = new Date("2026-11-20T21:00:00.000Z");

/** Any captured payment in a possible state of the books, and an instant near its day-end. */
const state = fc
  .record({
    amountKurus: fc.oneof(fc.bigInt(1n, 5n), fc.bigInt(1n, 1_000_000_000n)),
    refunded: fc.nat(100),
    pending: fc.oneof(fc.constant(0), fc.nat(100)),
    isHeld: fc.oneof(fc.constant(false), fc.boolean()),
    isDirect: fc.boolean(),
    age: fc.oneof(fc.constantFrom(-1, 0, 1), fc.integer({ min: -86_400_000, max: 9e9 })),
  })
  .map(({ amountKurus, refunded, pending, isHeld, isDirect, age }) => {
    const refundedKurus = (amountKurus * BigInt(refunded)) / 100n;
    const pendingKurus = ((amountKurus - refundedKurus) * BigInt(pending)) / 100n;
    const payment: Refundable = {
      isCaptured: true,
      amountKurus,
      refundedKurus,
      pendingKurus,
      isHeld,
      isDirect,
      dayEnd,
    };
    return { payment, now: plusMs(dayEnd, age) };
  });

test("never refunds more than is left, and starts nothing while a refund is pending or the payment is held", () => {
  const amount = fc.option(fc.oneof(fc.bigInt(1n, 6n), fc.bigInt(1n, 2_000_000_000n)));
  fc.assert(
    fc.property(state, fc.constantFrom(...refundWays), amount, ({ payment, now }, way, amountKurus) => {
      const decision = decideRefund(payment, { way, amountKurus }, now);
      if ("refusal" in decision) return;
      const remaining = payment.amountKurus - payment.refundedKurus;
      expect([payment.pendingKurus, payment.isHeld]).toEqual([0n, false]);
      expect(decision.amountKurus).toBe(amountKurus ?? remaining);
      expect(decision.amountKurus > 0n && decision.amountKurus <= remaining).toBe(true);
      if (way !== "automatic") expect(decision.method).toBe(way);
      if (decision.method === "void") {
        expect([decision.amountKurus, now < dayEnd]).toEqual([payment.amountKurus, true]);
      } else expect(payment.isDirect).toBe(false);
    }),
  );
});

/** The codes that an endpoint may answer when an option is not available, by the option's reason. */
const refusals: Record<string, readonly string[]> = {
  refund_pending: ["refund_in_progress"],
  under_review: ["refund_in_progress"],
  fully_refunded: ["payment_not_refundable"],
  direct_collection: ["direct_refund_not_allowed"],
  partly_refunded: ["refund_method_not_available", "direct_refund_not_allowed"],
  day_closed: ["refund_method_not_available", "direct_refund_not_allowed"],
};

test("the options of a payment agree with the answers of its endpoints, and each reason is true", () => {
  fc.assert(
    fc.property(state, ({ payment, now }) => {
      const options = toRefundOptions(payment, now);
      expect(options?.void.until).toEqual(dayEnd);
      for (const way of ["void", "credit"] as const) {
        const { available, reason } = options?.[way] ?? {};
        const decision = decideRefund(payment, { way, amountKurus: null }, now);
        if ("method" in decision) expect([available, reason]).toEqual([true, null]);
        else expect(refusals[String(reason)]).toContain(decision.refusal);
        if (reason === "day_closed") expect(now >= dayEnd).toBe(true);
        if (reason === "partly_refunded") expect(payment.refundedKurus > 0n).toBe(true);
      }
    }),
  );
});

test("an automatic partial refund is possible exactly from `automaticPartialFrom` on, and never when it is null", () => {
  fc.assert(
    fc.property(state, ({ payment, now }) => {
      const from = toRefundOptions(payment, now)?.automaticPartialFrom ?? null;
      const amountKurus = payment.amountKurus - payment.refundedKurus - 1n;
      fc.pre(amountKurus > 0n && payment.pendingKurus === 0n && !payment.isHeld);
      const decision = decideRefund(payment, { way: "automatic", amountKurus }, now);
      expect("method" in decision).toBe(from !== null && now >= from);
    }),
  );
});
