import {
  type CardBrand,
  type CardFamily,
  cardBrands,
  cardFamilies,
  type TariffPrice,
} from "@/server/domain/pricing/installments";

/** One line of a tariff: the cards that share its prices. */
export interface TariffLine {
  readonly key: string;
  readonly family: CardFamily;
  /** In their order; empty: of whatever programme. */
  readonly brands: readonly CardBrand[];
  /** True: cards of the terminal's own bank; false: of others; null: of any. */
  readonly onUs: boolean | null;
  /** By installment count. */
  readonly prices: ReadonlyMap<number, TariffPrice>;
}

export interface TariffGrid {
  /** Ascending. */
  readonly counts: readonly number[];
  readonly lines: readonly TariffLine[];
}

/** The prices of one kind of card, ascending by count. */
type Group = readonly [TariffPrice, ...TariffPrice[]];

const onUsOrder = [true, false, null];

/** A tariff as a table: a line for each kind of card, programmes with the same prices in one line, a column for each count. */
export function tariffGrid(prices: readonly TariffPrice[]): TariffGrid {
  const counts = [...new Set(prices.map(({ installmentCount }) => installmentCount))].sort((a, b) => a - b);
  const kinds = [...grouped([...prices].sort(byKind), kindOf).values()];
  const lines = grouped(kinds, lineKey);
  return { counts, lines: [...lines].map(([key, kindsOfLine]) => toLine(key, kindsOfLine)) };
}

const kindOf = ({ family, onUs, brand }: TariffPrice): string => JSON.stringify([family, onUs, brand]);

/** Kinds that differ by their programme alone share a line; one of whatever programme stands by itself. */
function lineKey([first, ...others]: Group): string {
  const { family, onUs, brand } = first;
  const told = [first, ...others].map(({ installmentCount, rateBps, fixedFee }) => [
    installmentCount,
    rateBps,
    `${fixedFee}`,
  ]);
  return JSON.stringify([family, onUs, brand === null, told]);
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

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Families in their order, on-us before others before whatever, programmes in theirs after whatever, counts ascending. */
const byKind = (a: TariffPrice, b: TariffPrice): number =>
  cardFamilies.indexOf(a.family) - cardFamilies.indexOf(b.family) ||
  brandRank(a) - brandRank(b) ||
  onUsOrder.indexOf(a.onUs) - onUsOrder.indexOf(b.onUs) ||
  a.installmentCount - b.installmentCount;

const brandRank = ({ brand }: TariffPrice): number => (brand === null ? -1 : cardBrands.indexOf(brand));
