import { type CardFamily, cardBrands, cardFamilies, type TariffPrice } from "./installments";

/** What a price of a tariff applies to: the kind of card, and the installment count. */
export type PriceKey = Pick<TariffPrice, "family" | "onUs" | "brand" | "installmentCount">;

/** The cards to which a line of a tariff applies. */
export type CardLine = Omit<PriceKey, "installmentCount">;

/** Returns a text that is equal for two prices exactly when they apply to the same kind of card and count. */
export const toPriceKey = ({ family, onUs, brand, installmentCount }: PriceKey): string =>
  JSON.stringify([family, onUs, brand, installmentCount]);

/** Returns a text that is equal for two prices exactly when they apply to the same kind of card. */
export const toLineKey = ({ family, onUs, brand }: CardLine): string => JSON.stringify([family, onUs, brand]);

const onUsOrder = [true, false, null];

/** Sorts by family, then any programme before single programmes, then on-us, other banks, any bank. */
export const compareLines = (a: CardLine, b: CardLine): number =>
  cardFamilies.indexOf(a.family) - cardFamilies.indexOf(b.family) ||
  brandRank(a) - brandRank(b) ||
  onUsOrder.indexOf(a.onUs) - onUsOrder.indexOf(b.onUs);

/** Sorts as `compareLines`, and then by installment count. */
export const comparePrices = (a: PriceKey, b: PriceKey): number =>
  compareLines(a, b) || a.installmentCount - b.installmentCount;

const brandRank = ({ brand }: CardLine): number => (brand === null ? -1 : cardBrands.indexOf(brand));

/** Returns whether cards of a family can be charged with a count at all: only credit cards have installments. */
export const isCountOfFamily = (family: CardFamily, installmentCount: number): boolean =>
  family === "credit" || installmentCount === 1;
