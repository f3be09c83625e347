// The computation of the commission (D-29, D-30). Amounts in kuruş, rates and shares in basis points. Divisions round
// down.

export interface Rate {
  readonly rateBps: number;
  /** The fixed fee in kuruş, or null. */
  readonly fixedFee: bigint | null;
}

export interface AmountSplit {
  readonly commissionKurus: bigint;
  /** The part of the commission that the buyer pays. */
  readonly customerShareKurus: bigint;
  /** The amount that the buyer is charged. */
  readonly totalKurus: bigint;
}

/** The amounts of an option with the contract's names (§2.4), in kuruş; all null when no base amount was given. */
export interface Amounts {
  readonly baseAmount: bigint | null;
  readonly commissionAmount: bigint | null;
  readonly customerShareAmount: bigint | null;
  readonly totalAmount: bigint | null;
}

const bps = 10_000n;

/** Computes the commission on an amount: `floor(amount × rate / 10000) + fixed fee`. */
export const computeCommission = (amountKurus: bigint, rate: Rate): bigint =>
  (amountKurus * BigInt(rate.rateBps)) / bps + (rate.fixedFee ?? 0n);

/** Splits the commission on a base amount, of which the buyer bears `customerShareBps` (D-29). */
export function splitAmount(baseKurus: bigint, rate: Rate, customerShareBps: number): AmountSplit {
  const commissionKurus = computeCommission(baseKurus, rate);
  const customerShareKurus = (commissionKurus * BigInt(customerShareBps)) / bps;
  return { commissionKurus, customerShareKurus, totalKurus: baseKurus + customerShareKurus };
}

const noAmounts: Amounts = {
  baseAmount: null,
  commissionAmount: null,
  customerShareAmount: null,
  totalAmount: null,
};

/** Returns the result of `splitAmount` with the contract's names; all null without a base amount (D-29). */
export function toAmounts(baseKurus: bigint | null, rate: Rate, customerShareBps: number): Amounts {
  if (baseKurus === null) return noAmounts;
  const split = splitAmount(baseKurus, rate, customerShareBps);
  return {
    baseAmount: baseKurus,
    commissionAmount: split.commissionKurus,
    customerShareAmount: split.customerShareKurus,
    totalAmount: split.totalKurus,
  };
}

/**
 * Computes the commission that is deducted at capture (D-30): on the whole charge with the basis `gross`, on the charge
 * without the buyer's share with `net`.
 */
export const commissionAtCapture = (
  chargedKurus: bigint,
  customerShareKurus: bigint,
  rate: Rate,
  basis: "gross" | "net",
): bigint => computeCommission(basis === "gross" ? chargedKurus : chargedKurus - customerShareKurus, rate);

/**
 * Computes the exact gross-up (D-30): the smallest charge in kuruş after whose commission the merchant keeps exactly
 * `netKurus`, which is at least 0. Such a charge exists, because one kuruş more leaves at most one kuruş more. The
 * one-to-one pass-through (§4.9 rule 4) leaves less, because commission is due on the surcharge as well. Returns null
 * at a rate of 100 %, where nothing is left of any charge.
 */
export function grossUp(netKurus: bigint, rate: Rate): bigint | null {
  const kept = bps - BigInt(rate.rateBps);
  if (kept <= 0n) return null;
  // Before the fee, ceil(T × kept / 10000) is left of a charge T. It reaches N as soon as T × kept > (N − 1) × 10000.
  const left = netKurus + (rate.fixedFee ?? 0n);
  return left <= 0n ? 0n : ((left - 1n) * bps) / kept + 1n;
}
