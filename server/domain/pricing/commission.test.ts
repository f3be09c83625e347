import fc from "fast-check";
import { expect, test } from "vitest";
import { maxAmountKurus } from "../money";
import { commissionAtCapture, computeCommission, grossUp, splitAmount, toAmounts } from "./commission";
import { monthlyAmounts } from "./monthly";

// The examples of D-29: base, rate, fee, share → commission, buyer's share, total, commission on the total, merchant's
// net.
test.each([
  [125_050n, 250, null, 0, 3_126n, 0n, 125_050n, 3_126n, 121_924n],
  [125_050n, 250, null, 5_000, 3_126n, 1_563n, 126_613n, 3_165n, 123_448n],
  [125_050n, 250, null, 10_000, 3_126n, 3_126n, 128_176n, 3_204n, 124_972n],
  [100_000n, 350, 100n, 5_000, 3_600n, 1_800n, 101_800n, 3_663n, 98_137n],
  [399n, 250, null, 10_000, 9n, 9n, 408n, 10n, 398n],
  [1n, 250, null, 10_000, 0n, 0n, 1n, 0n, 1n],
])(
  "%d kuruş at %d bps, fee %s, share %d",
  (base, rateBps, fixedFee, shareBps, commission, share, total, gross, net) => {
    const rate = { rateBps, fixedFee };
    expect(splitAmount(base, rate, shareBps)).toEqual({
      commissionKurus: commission,
      customerShareKurus: share,
      totalKurus: total,
    });
    expect(toAmounts(base, rate, shareBps)).toEqual({
      baseAmount: base,
      commissionAmount: commission,
      customerShareAmount: share,
      totalAmount: total,
    });
    expect(commissionAtCapture(total, share, rate, "gross")).toBe(gross);
    expect(total - commissionAtCapture(total, share, rate, "gross")).toBe(net);
    expect(commissionAtCapture(total, share, rate, "net")).toBe(commission);
  },
);

test("the buyer's share can make the total exceed the maximum of one payment (§4.1): the last row of D-29", () => {
  const split = splitAmount(maxAmountKurus, { rateBps: 250, fixedFee: null }, 10_000);
  expect(split).toEqual({
    commissionKurus: 25_000_000n,
    customerShareKurus: 25_000_000n,
    totalKurus: 1_025_000_000n,
  });
  expect(split.totalKurus > maxAmountKurus).toBe(true);
});

test("all amounts are null without a base", () => {
  const none = { baseAmount: null, commissionAmount: null, customerShareAmount: null, totalAmount: null };
  expect(toAmounts(null, { rateBps: 250, fixedFee: 100n }, 5_000)).toEqual(none);
});

const bases = fc.oneof(fc.bigInt(1n, 2_000n), fc.bigInt(1n, maxAmountKurus));
const bps = fc.integer({ min: 0, max: 10_000 });
const fees = fc.option(fc.oneof(fc.bigInt(0n, 10_000n), fc.bigInt(0n, maxAmountKurus)));
const rates = fc.record({ rateBps: bps, fixedFee: fees });
const increases = fc.bigInt(0n, 100_000n);

/** Returns whether `whole` is floor(numerator / denominator): the only integer with whole ≤ x < whole + 1. */
const isFloor = (whole: bigint, numerator: bigint, denominator: bigint): boolean =>
  whole * denominator <= numerator && numerator < (whole + 1n) * denominator;

test("C = floor(B·r/10000) + f, S = floor(C·s/10000), T = B + S; never negative, S never above C", () => {
  fc.assert(
    fc.property(bases, rates, bps, (base, rate, share) => {
      const { commissionKurus, customerShareKurus, totalKurus } = splitAmount(base, rate, share);
      const proportional = commissionKurus - (rate.fixedFee ?? 0n);
      expect(isFloor(proportional, base * BigInt(rate.rateBps), 10_000n)).toBe(true);
      expect(isFloor(customerShareKurus, commissionKurus * BigInt(share), 10_000n)).toBe(true);
      expect(totalKurus).toBe(base + customerShareKurus);
      expect(customerShareKurus >= 0n && customerShareKurus <= commissionKurus).toBe(true);
      expect(computeCommission(base, rate)).toBe(commissionKurus);
    }),
  );
});

test("a higher base, rate, fee or share never lowers the commission, the buyer's share or the total", () => {
  fc.assert(
    fc.property(bases, rates, bps, increases, bps, fees, bps, (base, rate, share, more, rateBps, fee, other) => {
      const before = splitAmount(base, rate, share);
      const changes = [
        splitAmount(base + more, rate, share),
        splitAmount(base, { ...rate, rateBps: Math.max(rate.rateBps, rateBps) }, share),
        splitAmount(base, { ...rate, fixedFee: (rate.fixedFee ?? 0n) + (fee ?? 0n) }, share),
        splitAmount(base, rate, Math.max(share, other)),
      ];
      for (const after of changes) {
        expect(after.commissionKurus >= before.commissionKurus).toBe(true);
        expect(after.customerShareKurus >= before.customerShareKurus).toBe(true);
        expect(after.totalKurus >= before.totalKurus).toBe(true);
      }
    }),
  );
});

test("the buyer bears nothing at a share of 0 and everything at 10000; a fee of null equals a fee of 0", () => {
  fc.assert(
    fc.property(bases, rates, (base, rate) => {
      expect(splitAmount(base, rate, 0).customerShareKurus).toBe(0n);
      const all = splitAmount(base, rate, 10_000);
      expect(all.customerShareKurus).toBe(all.commissionKurus);
      const { rateBps } = rate;
      expect(computeCommission(base, { rateBps, fixedFee: null })).toBe(
        computeCommission(base, { rateBps, fixedFee: 0n }),
      );
    }),
  );
});

test("without a fee, a share of 10000 is the one-to-one pass-through of §4.9 rule 4", () => {
  fc.assert(
    fc.property(bases, bps, (cash, rateBps) => {
      const surcharge = (cash * BigInt(rateBps)) / 10_000n;
      expect(splitAmount(cash, { rateBps, fixedFee: null }, 10_000).totalKurus).toBe(cash + surcharge);
    }),
  );
});

test("the net basis never deducts more than the gross basis, and the same when the buyer bears nothing", () => {
  fc.assert(
    fc.property(bases, rates, bps, (base, rate, share) => {
      const { totalKurus, customerShareKurus, commissionKurus } = splitAmount(base, rate, share);
      const gross = commissionAtCapture(totalKurus, customerShareKurus, rate, "gross");
      const net = commissionAtCapture(totalKurus, customerShareKurus, rate, "net");
      expect(gross).toBe(computeCommission(totalKurus, rate));
      expect(net).toBe(commissionKurus);
      expect(net <= gross).toBe(true);
      if (customerShareKurus === 0n) expect(gross).toBe(net);
    }),
  );
});

test("the merchant's net is negative exactly when the fixed fee exceeds what the rate leaves of the charge", () => {
  fc.assert(
    fc.property(bases, rates, bps, (base, rate, share) => {
      const { totalKurus, customerShareKurus } = splitAmount(base, rate, share);
      const fee = rate.fixedFee ?? 0n;
      const proportional = (amount: bigint) => (amount * BigInt(rate.rateBps)) / 10_000n;
      const gross = totalKurus - commissionAtCapture(totalKurus, customerShareKurus, rate, "gross");
      expect(gross < 0n).toBe(fee > totalKurus - proportional(totalKurus));
      const net = totalKurus - commissionAtCapture(totalKurus, customerShareKurus, rate, "net");
      expect(net < 0n).toBe(fee > totalKurus - proportional(base));
      if (fee === 0n) expect(gross >= 0n && net >= 0n).toBe(true);
    }),
  );
});

test("the monthly amounts add up to the total, and the first one includes the remainder (the example of D-29)", () => {
  const { totalKurus } = splitAmount(125_050n, { rateBps: 250, fixedFee: null }, 10_000);
  const { firstKurus, restKurus } = monthlyAmounts(totalKurus, 3);
  expect([firstKurus, restKurus, restKurus]).toEqual([42_726n, 42_725n, 42_725n]);
});

const computeNet = (charge: bigint, rate: Parameters<typeof computeCommission>[1]): bigint =>
  charge - commissionAtCapture(charge, 0n, rate, "gross");

test("the example of D-30: a charge of 128256, because 128176 leaves 78 kuruş too little", () => {
  const rate = { rateBps: 250, fixedFee: null };
  expect(grossUp(125_050n, rate)).toBe(128_256n);
  expect(computeNet(128_256n, rate)).toBe(125_050n);
  const oneToOne = splitAmount(125_050n, rate, 10_000).totalKurus;
  expect(125_050n - computeNet(oneToOne, rate)).toBe(78n);
});

test.each([
  [100n, 0, null, 100n],
  [100n, 0, 7n, 107n],
  [0n, 250, null, 0n],
  [0n, 9_999, null, 0n],
  [0n, 250, 1n, 1n],
  [1n, 250, null, 1n],
  [1n, 9_999, null, 1n],
  [2n, 9_999, null, 10_001n],
  [100n, 10_000, null, null],
  [0n, 10_000, 5n, null],
])("grossUp of %d kuruş at %d bps and a fee of %s: %s", (net, rateBps, fixedFee, charge) => {
  expect(grossUp(net, { rateBps, fixedFee })).toBe(charge);
});

test("the grossed-up charge is the smallest that leaves the net, and the pass-through is never higher", () => {
  const below = fc.record({ rateBps: fc.integer({ min: 0, max: 9_999 }), fixedFee: fees });
  fc.assert(
    fc.property(bases, below, (net, rate) => {
      const charge = grossUp(net, rate) as bigint;
      expect(computeNet(charge, rate)).toBe(net);
      expect(computeNet(charge - 1n, rate) < net).toBe(true);
      expect(splitAmount(net, rate, 10_000).totalKurus <= charge).toBe(true);
    }),
    { numRuns: 500 },
  );
});
