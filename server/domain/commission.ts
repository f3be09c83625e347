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

/** What is deducted at capture: on the whole charge, or on the charge less the buyer's share (D-30). */
export const commissionAtCapture = (
  chargedKurus: bigint,
  customerShareKurus: bigint,
  rate: Rate,
  basis: "gross" | "net",
): bigint => commissionOn(basis === "gross" ? chargedKurus : chargedKurus - customerShareKurus, rate);
