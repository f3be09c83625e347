export interface MonthlyAmounts {
  readonly firstKurus: bigint;
  /** Every further month. */
  readonly restKurus: bigint;
}

/** A total over `count` months in whole kuruş: what does not divide goes into the first month (D-29). */
export function monthlyAmounts(totalKurus: bigint, count: number): MonthlyAmounts {
  const restKurus = totalKurus / BigInt(count);
  return { firstKurus: totalKurus - restKurus * BigInt(count - 1), restKurus };
}
