/** Commission by D-29 and D-30. Amounts in kuruş, rates and shares in basis points; division rounds down. */

export interface Rate {
  readonly rateBps: number;
  /** Kuruş; null when there is none. */
  readonly fixedFee: bigint | null;
}

export interface AmountSplit {
  readonly commissionKurus: bigint;
  /** The part of the commission that the buyer pays. */
  readonly customerShareKurus: bigint;
  /** What the buyer is charged. */
  readonly totalKurus: bigint;
}

/** The same under the contract's names (§2.4); all null where no base amount was given. Kuruş. */
export interface Amounts {
  readonly baseAmount: bigint | null;
  readonly commissionAmount: bigint | null;
  readonly customerShareAmount: bigint | null;
  readonly totalAmount: bigint | null;
}

const bps = 10_000n;

/** Commission on an amount: `floor(amount × rate / 10000) + fixed fee`. */
export const commissionOn = (amountKurus: bigint, rate: Rate): bigint =>
  (amountKurus * BigInt(rate.rateBps)) / bps + (rate.fixedFee ?? 0n);

/** What a base amount becomes when the buyer bears `customerShareBps` of the commission (D-29). */
export function splitAmount(baseKurus: bigint, rate: Rate, customerShareBps: number): AmountSplit {
  const commissionKurus = commissionOn(baseKurus, rate);
  const customerShareKurus = (commissionKurus * BigInt(customerShareBps)) / bps;
  return { commissionKurus, customerShareKurus, totalKurus: baseKurus + customerShareKurus };
}

const noAmounts: Amounts = {
  baseAmount: null,
  commissionAmount: null,
  customerShareAmount: null,
  totalAmount: null,
};

/** `splitAmount` as an option tells of it; all null without a base. Kuruş, share in basis points (D-29). */
export function amountsOf(baseKurus: bigint | null, rate: Rate, customerShareBps: number): Amounts {
  if (baseKurus === null) return noAmounts;
  const split = splitAmount(baseKurus, rate, customerShareBps);
  return {
    baseAmount: baseKurus,
    commissionAmount: split.commissionKurus,
    customerShareAmount: split.customerShareKurus,
    totalAmount: split.totalKurus,
  };
}

/** What is deducted at capture: on the whole charge, or on the charge less the buyer's share (D-30). */
export const commissionAtCapture = (
  chargedKurus: bigint,
  customerShareKurus: bigint,
  rate: Rate,
  basis: "gross" | "net",
): bigint => commissionOn(basis === "gross" ? chargedKurus : chargedKurus - customerShareKurus, rate);

/**
 * The exact gross-up (D-30): the smallest charge, kuruş, that leaves the merchant `netKurus`, at least 0, after
 * commission on all of it; one kuruş more leaves at most one kuruş more, so what it leaves is that net exactly.
 * One-to-one pass-through (§4.9 rule 4) leaves less, since commission is due on the surcharge as well.
 * Null at a rate of 100 %, where nothing is left of any charge.
 */
export function grossUp(netKurus: bigint, rate: Rate): bigint | null {
  const kept = bps - BigInt(rate.rateBps);
  if (kept <= 0n) return null;
  // What is left of T before the fee is ceil(T × kept / 10000), so it reaches N as soon as T × kept > (N − 1) × 10000.
  const left = netKurus + (rate.fixedFee ?? 0n);
  return left <= 0n ? 0n : ((left - 1n) * bps) / kept + 1n;
}
