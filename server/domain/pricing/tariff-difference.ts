import { computeCommission, type Rate } from "./commission";
import type { TariffPrice } from "./installments";
import { comparePrices, type PriceKey, toPriceKey } from "./tariff-order";

/**
 * What happens to one price. `mixed`: the rate rises and the fixed fee falls, or the other way round, so it is dearer
 * for some amounts and cheaper for others.
 */
type PriceChangeKind = "added" | "removed" | "dearer" | "cheaper" | "mixed";

export interface PriceChange extends PriceKey {
  readonly kind: PriceChangeKind;
  /** Null for a price that is added. */
  readonly before: Rate | null;
  /** Null for a price that is removed. */
  readonly after: Rate | null;
}

export interface TariffDifference {
  /** The changed prices, in the order of `comparePrices`. */
  readonly changes: readonly PriceChange[];
  readonly unchanged: number;
}

/** The payment for which a difference shows the commission: 1,000.00 TL, in kuruş. */
export const exampleKurus = 100_000n;

/** Compares two tariffs price by price. A missing fixed fee is the same as a fee of nothing. */
export function compareTariffs(before: readonly TariffPrice[], after: readonly TariffPrice[]): TariffDifference {
  const old = new Map(before.map((price) => [toPriceKey(price), price]));
  const wanted = new Set(after.map(toPriceKey));
  const kept = after.map((price): PriceChange | null => {
    const former = old.get(toPriceKey(price));
    if (!former) return toChange(price, "added", null, price);
    const kind = compareRates(former, price);
    return kind && toChange(price, kind, former, price);
  });
  const removed = before
    .filter((price) => !wanted.has(toPriceKey(price)))
    .map((price) => toChange(price, "removed", price, null));
  const changes = [...kept.filter((change) => change !== null), ...removed].sort(comparePrices);
  return { changes, unchanged: kept.filter((change) => change === null).length };
}

/** Returns the commission on the example payment before and after a change, in kuruş; null where there is no price. */
export const exampleEffect = ({ before, after }: Pick<PriceChange, "before" | "after">) => ({
  beforeKurus: before && computeCommission(exampleKurus, before),
  afterKurus: after && computeCommission(exampleKurus, after),
});

function compareRates(before: Rate, after: Rate): "dearer" | "cheaper" | "mixed" | null {
  const rate = Math.sign(after.rateBps - before.rateBps);
  const fee = compareFees(before.fixedFee ?? 0n, after.fixedFee ?? 0n);
  if (rate === 0 && fee === 0) return null;
  if (rate * fee < 0) return "mixed";
  return rate + fee > 0 ? "dearer" : "cheaper";
}

const compareFees = (before: bigint, after: bigint): number => {
  if (after === before) return 0;
  return after > before ? 1 : -1;
};

const toChange = (
  { family, onUs, brand, installmentCount }: PriceKey,
  kind: PriceChangeKind,
  before: Rate | null,
  after: Rate | null,
): PriceChange => ({
  family,
  onUs,
  brand,
  installmentCount,
  kind,
  before: before && toRate(before),
  after: after && toRate(after),
});

const toRate = ({ rateBps, fixedFee }: Rate): Rate => ({ rateBps, fixedFee });
