import type { CardBrand, CardFamily, TariffPrice } from "@/server/domain/pricing/installments";
import { comparePrices } from "@/server/domain/pricing/tariff-order";

/** One line of a tariff: the cards that share the same prices. */
export interface TariffLine {
  readonly key: string;
  readonly family: CardFamily;
  /** The card programmes in their fixed order. Empty means any programme. */
  readonly brands: readonly CardBrand[];
  /** True for cards of the terminal's own bank, false for cards of other banks, null for both. */
  readonly onUs: boolean | null;
  /** The prices by installment count. */
  readonly prices: ReadonlyMap<number, TariffPrice>;
}

export interface TariffGrid {
  /** The installment counts, ascending. */
  readonly counts: readonly number[];
  readonly lines: readonly TariffLine[];
}

/** The prices of one kind of card, ascending by installment count. */
type Group = readonly [TariffPrice, ...TariffPrice[]];

/**
 * Arranges a tariff as a table: one line per kind of card and one column per installment count. Programmes with the
 * same prices share a line.
 */
export function buildTariffGrid(prices: readonly TariffPrice[]): TariffGrid {
  const counts = [...new Set(prices.map(({ installmentCount }) => installmentCount))].sort((a, b) => a - b);
  const kinds = [...groupBy([...prices].sort(comparePrices), toKindKey).values()];
  const lines = groupBy(kinds, toLineKey);
  return { counts, lines: [...lines].map(([key, kindsOfLine]) => toLine(key, kindsOfLine)) };
}

const toKindKey = ({ family, onUs, brand }: TariffPrice): string => JSON.stringify([family, onUs, brand]);

/** Returns the same key for kinds that differ only by their programme. A kind for any programme gets its own key. */
function toLineKey([first, ...others]: Group): string {
  const { family, onUs, brand } = first;
  const priceList = [first, ...others].map(({ installmentCount, rateBps, fixedFee }) => [
    installmentCount,
    rateBps,
    `${fixedFee}`,
  ]);
  return JSON.stringify([family, onUs, brand === null, priceList]);
}

function toLine(key: string, [kind, ...others]: readonly [Group, ...Group[]]): TariffLine {
  const { family, onUs } = kind[0];
  return {
    key,
    family,
    onUs,
    brands: [kind, ...others].flatMap(([{ brand }]) => (brand === null ? [] : [brand])),
    prices: new Map(kind.map((price) => [price.installmentCount, price])),
  };
}

function groupBy<T>(items: readonly T[], toKey: (item: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(toKey(item));
    if (group) group.push(item);
    else groups.set(toKey(item), [item]);
  }
  return groups;
}
