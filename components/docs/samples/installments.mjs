// Integer arithmetic for installments: the commission, who pays it, and amounts per month.
// Node.js 20 or later, no packages. Amounts are kuruş, as BigInt or as whole numbers, and
// come back as BigInt; for a JSON body write Number(amount). Rates and shares are basis
// points: 250 is 2.5 %. An option is an entry of the look-up's `options`. The division of
// two BigInts leaves the rest away, so it rounds down.

/** The commission on an amount. */
export function commissionOn(amount, { rateBps, fixedFee }) {
  return (BigInt(amount) * BigInt(rateBps)) / 10_000n + BigInt(fixedFee ?? 0);
}

/** The four amounts of an option, as the look-up calculates them. */
export function splitAmount(baseAmount, option, shareBps) {
  const commissionAmount = commissionOn(baseAmount, option);
  const customerShareAmount = (commissionAmount * BigInt(shareBps)) / 10_000n;
  return {
    baseAmount: BigInt(baseAmount),
    commissionAmount,
    customerShareAmount,
    totalAmount: BigInt(baseAmount) + customerShareAmount,
  };
}

/**
 * The smallest amount that leaves you `net` after the commission on all of it; null at a
 * rate of 100 %, where nothing is ever left.
 */
export function grossUp(net, { rateBps, fixedFee }) {
  const kept = 10_000n - BigInt(rateBps);
  if (kept <= 0n) return null;
  const left = BigInt(net) + BigInt(fixedFee ?? 0);
  return left <= 0n ? 0n : ((left - 1n) * 10_000n) / kept + 1n;
}

/** What is paid in the first month, and in each month after it. */
export function monthlyAmounts(totalAmount, installmentCount) {
  const rest = BigInt(totalAmount) / BigInt(installmentCount);
  return { first: BigInt(totalAmount) - rest * BigInt(installmentCount - 1), rest };
}
