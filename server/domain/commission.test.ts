import fc from "fast-check";
import { expect, test } from "vitest";
import { commissionAtCapture, splitAmount } from "./commission";

// The worked rows of D-29: base, rate, fixed fee, share → commission, buyer's share, total, and at capture.
test.each([
  [125_050n, 250, null, 0, 3_126n, 0n, 125_050n, 3_126n],
  [125_050n, 250, null, 5_000, 3_126n, 1_563n, 126_613n, 3_165n],
  [125_050n, 250, null, 10_000, 3_126n, 3_126n, 128_176n, 3_204n],
  [100_000n, 350, 100n, 5_000, 3_600n, 1_800n, 101_800n, 3_663n],
  [399n, 250, null, 10_000, 9n, 9n, 408n, 10n],
  [1n, 250, null, 10_000, 0n, 0n, 1n, 0n],
])(
  "%d kuruş at %d bps, fee %s, share %d",
  (base, rateBps, fixedFee, shareBps, commission, share, total, gross) => {
    const rate = { rateBps, fixedFee };
    expect(splitAmount(base, rate, shareBps)).toEqual({
      commissionKurus: commission,
      customerShareKurus: share,
      totalKurus: total,
    });
    expect(commissionAtCapture(total, share, rate, "gross")).toBe(gross);
    expect(commissionAtCapture(total, share, rate, "net")).toBe(commission);
  },
);

test("shares are never negative, never more than the commission, and add up", () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 1_000_000_000n),
      fc.integer({ min: 0, max: 10_000 }),
      fc.bigInt(0n, 10_000n),
      fc.integer({ min: 0, max: 10_000 }),
      (base, rateBps, fixedFee, shareBps) => {
        const split = splitAmount(base, { rateBps, fixedFee }, shareBps);
        expect(split.customerShareKurus >= 0n).toBe(true);
        expect(split.customerShareKurus <= split.commissionKurus).toBe(true);
        expect(split.totalKurus).toBe(base + split.customerShareKurus);
      },
    ),
  );
});
