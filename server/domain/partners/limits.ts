/**
 * The largest amount of one payment, in kuruş, that one member of staff may allow an account: 250,000.00 TL. A higher
 * one needs a second person (D-242). It is also the limit with which an account begins.
 */
export const soloLimitKurus = 25_000_000n;

/** An account's own limits of one payment, in kuruş; null means that the contract's limit applies. */
export interface PartnerLimits {
  readonly minAmount: bigint | null;
  readonly maxAmount: bigint | null;
}

/**
 * Returns whether a change of an account's limits needs a second person: it removes a limit, or raises the upper one
 * above `soloLimitKurus` (D-242).
 */
export function needsSecondPerson(before: PartnerLimits, after: PartnerLimits): boolean {
  const removesOne =
    (before.minAmount !== null && after.minAmount === null) || (before.maxAmount !== null && after.maxAmount === null);
  const { maxAmount } = after;
  const isRaised = maxAmount !== null && before.maxAmount !== null && maxAmount > before.maxAmount;
  return removesOne || (isRaised && maxAmount > soloLimitKurus);
}
