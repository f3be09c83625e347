import type { Rate } from "./commission";

export const cardFamilies = ["credit", "debit", "prepaid", "foreign"] as const;
export type CardFamily = (typeof cardFamilies)[number];

export const cardBrands = [
  "world",
  "paraf",
  "bonus",
  "maximum",
  "axess",
  "advantage",
  "cardfinans",
  "saglam",
  "vkart",
  "bankkart",
] as const;
export type CardBrand = (typeof cardBrands)[number];

/** What the BIN table knows of a card. */
export interface CardFacts {
  readonly bank: string;
  readonly brand: CardBrand | null;
  readonly family: CardFamily;
  readonly scheme: string;
  /** False for rows of low confidence, which never offer installments. */
  readonly trusted: boolean;
}

/** One price of a terminal's tariff; a null brand or on-us holds for every card of the family (D-31). */
export interface TariffPrice extends Rate {
  readonly family: CardFamily;
  readonly brand: CardBrand | null;
  readonly onUs: boolean | null;
  readonly installmentCount: number;
}

export interface InstallmentTerms {
  /** The acquiring bank's name as the BIN table writes it. */
  readonly acquirer: string;
  readonly supportsForeign: boolean;
  readonly effectiveCounts: readonly number[];
  /** The account's narrowing; empty: none. */
  readonly narrowing: readonly number[];
  readonly tariff: readonly TariffPrice[];
}

export interface InstallmentOption extends Rate {
  readonly installmentCount: number;
}

/** Whether the terminal permits a count at all, whatever the card (§7.3 reason 2). */
export const isCountPermitted = (
  count: number,
  terms: Pick<InstallmentTerms, "effectiveCounts" | "narrowing">,
): boolean =>
  terms.effectiveCounts.includes(count) && (terms.narrowing.length === 0 || terms.narrowing.includes(count));

/**
 * What a card can be charged at a terminal, ascending by count: the one truth for every door (§4.9, D-32).
 * `card` null: the BIN is not known, so only a single charge at the terminal's credit price.
 */
export function installmentOptions(terms: InstallmentTerms, card: CardFacts | null): InstallmentOption[] {
  if (card?.family === "foreign" && !terms.supportsForeign) return [];
  const counts = [...new Set(terms.effectiveCounts)].filter((count) => isCountPermitted(count, terms));
  return counts
    .filter((count) => count === 1 || isInstallmentCard(card))
    .sort((a, b) => a - b)
    .flatMap((count) => {
      const price = findPrice(terms, card, count);
      return price ? [{ installmentCount: count, rateBps: price.rateBps, fixedFee: price.fixedFee }] : [];
    });
}

/** §7.3 reason 1: debit, prepaid, foreign and unknown cards are charged at once only. */
export const isInstallmentCard = (card: CardFacts | null): boolean =>
  card !== null && card.family === "credit" && card.trusted;

/** The most particular price wins: brand before any brand, on-us before whatever bank. */
function findPrice(terms: InstallmentTerms, card: CardFacts | null, count: number): TariffPrice | null {
  const family = card?.family ?? "credit";
  const brand = card?.brand ?? null;
  const onUs = card !== null && card.bank === terms.acquirer;
  const fitting = terms.tariff.filter(
    (price) =>
      price.installmentCount === count &&
      price.family === family &&
      (price.brand === null || price.brand === brand) &&
      (price.onUs === null || (card !== null && price.onUs === onUs)),
  );
  const weight = (price: TariffPrice) => (price.brand === null ? 0 : 2) + (price.onUs === null ? 0 : 1);
  return fitting.sort((a, b) => weight(b) - weight(a))[0] ?? null;
}
