import type { StatementBook } from "./statement";

/**
 * The tax on the operator's commission (D-399): value added tax, or the banking and insurance transactions tax, which
 * licensed payment institutions pay instead of it.
 */
export const commissionTaxes = ["kdv", "bsmv"] as const;
export type CommissionTax = (typeof commissionTaxes)[number];

/** The parts of the commission that an invoice shows apart. */
export const commissionParts = ["commission", "fixed_fees"] as const;
export type CommissionPart = (typeof commissionParts)[number];

interface TaxRate {
  /** The first day (Istanbul) of the rate, `YYYY-MM-DD`. */
  readonly fromDay: string;
  /** Basis points. */
  readonly rateBps: number;
}

/**
 * The rates with their first days, the oldest first; the first one has no beginning that matters here. A rate holds
 * until the next one begins. KDV: 20 % by Presidential Decree 7346 from 10 July 2023. BSMV: law 6802, article 33.
 */
const rates: Readonly<Record<CommissionTax, readonly TaxRate[]>> = {
  kdv: [
    { fromDay: "0000-01-01", rateBps: 1_800 },
    { fromDay: "2023-07-10", rateBps: 2_000 },
  ],
  bsmv: [{ fromDay: "0000-01-01", rateBps: 500 }],
};

/** Returns the rate of a tax on a day in Istanbul, `YYYY-MM-DD`. */
export function findTaxRate(tax: CommissionTax, day: string): TaxRate {
  const found = rates[tax].findLast(({ fromDay }) => fromDay <= day);
  if (!found) throw new RangeError(`The tax ${tax} has no rate on ${day}`);
  return found;
}

/**
 * Splits an amount in which the tax is included into the base and the tax, kuruş. The base is rounded half to even, and
 * both add up to the amount.
 */
export function splitTax(amountKurus: bigint, rateBps: number): { baseKurus: bigint; taxKurus: bigint } {
  const baseKurus = divideHalfEven(amountKurus * wholeBps, wholeBps + BigInt(rateBps));
  return { baseKurus, taxKurus: amountKurus - baseKurus };
}

const wholeBps = 10_000n;

/** Divides by a positive number and rounds to the nearest whole one, a half to the even one. */
function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const magnitude = dividend < 0n ? -dividend : dividend;
  const [quotient, rest] = [magnitude / divisor, (magnitude % divisor) * 2n];
  const isUp = rest > divisor || (rest === divisor && quotient % 2n === 1n);
  const rounded = isUp ? quotient + 1n : quotient;
  return dividend < 0n ? -rounded : rounded;
}

/** What was earned on a day (Istanbul, `YYYY-MM-DD`), kuruş: more than 0 where the merchant paid commission. */
export interface EarnedCommission {
  readonly day: string;
  readonly book: StatementBook;
  readonly part: CommissionPart;
  readonly amountKurus: bigint;
}

/** A row of the invoice about a month's commission: one for each book, part and rate. Amounts in kuruş. */
export interface CommissionFigure {
  readonly book: StatementBook;
  readonly part: CommissionPart;
  readonly tax: CommissionTax;
  readonly rateBps: number;
  /** The first day of the month to which the rate applies, `YYYY-MM-DD`. */
  readonly fromDay: string;
  readonly amountKurus: bigint;
  readonly baseKurus: bigint;
  readonly taxKurus: bigint;
}

/**
 * Computes the figures of the invoice about a month's commission (D-399). A month in which the rate changes has rows
 * for each rate. Parts of which nothing was earned have no row.
 * @param month `YYYY-MM`
 */
export function computeCommissionFigures(
  tax: CommissionTax,
  month: string,
  earned: readonly EarnedCommission[],
): CommissionFigure[] {
  const sums = new Map<string, { first: EarnedCommission; rate: TaxRate; amountKurus: bigint }>();
  for (const one of earned) {
    const rate = findTaxRate(tax, one.day);
    const key = `${one.book} ${one.part} ${rate.fromDay}`;
    const sum = sums.get(key);
    sums.set(key, { first: one, rate, amountKurus: (sum?.amountKurus ?? 0n) + one.amountKurus });
  }
  return [...sums.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { first, rate, amountKurus }]) => ({
      book: first.book,
      part: first.part,
      tax,
      rateBps: rate.rateBps,
      fromDay: rate.fromDay > `${month}-01` ? rate.fromDay : `${month}-01`,
      amountKurus,
      ...splitTax(amountKurus, rate.rateBps),
    }))
    .filter(({ amountKurus }) => amountKurus !== 0n);
}
