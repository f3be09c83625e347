/** The amounts of the months in which a total is paid. */
export interface MonthlyAmounts {
  readonly firstKurus: bigint;
  /** The amount of every further month. */
  readonly restKurus: bigint;
}

/** Divides a total into `count` monthly amounts in whole kuruş. The first month includes the remainder (D-29). */
export function monthlyAmounts(totalKurus: bigint, count: number): MonthlyAmounts {
  const restKurus = totalKurus / BigInt(count);
  return { firstKurus: totalKurus - restKurus * BigInt(count - 1), restKurus };
}
