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

/** The facts about a card from the BIN table. */
export interface CardFacts {
  /** The issuing bank; null when it is not known. */
  readonly bank: string | null;
  readonly brand: CardBrand | null;
  readonly family: CardFamily;
  readonly scheme: string;
  /** False for rows of low confidence, which never offer installments. */
  readonly trusted: boolean;
}

/** One price of a terminal's tariff. A null brand or on-us means that the price applies to any (D-31). */
export interface TariffPrice extends Rate {
  readonly family: CardFamily;
  readonly brand: CardBrand | null;
  readonly onUs: boolean | null;
  readonly installmentCount: number;
}

/** The terms that decide which counts a terminal permits, for every card. */
export interface CountTerms {
  readonly effectiveCounts: readonly number[];
  /** The counts that the account restricts the terminal to; empty without a restriction. */
  readonly narrowing: readonly number[];
}

/** The terms that decide which price a card has at a terminal. */
export interface CardTerms {
  /** The acquiring bank's name as the BIN table writes it. */
  readonly acquirer: string;
  readonly allowedFamilies: readonly CardFamily[];
  readonly supportsForeign: boolean;
  /** The prices in force. */
  readonly tariff: readonly TariffPrice[];
}

export interface InstallmentTerms extends CountTerms, CardTerms {}

export interface InstallmentOption extends Rate {
  readonly installmentCount: number;
}

/**
 * Why a card cannot be charged with a count. `card_type`: the terminal does not charge such cards at all (§4.9 rule 2).
 * `card_not_eligible`: the card cannot be charged in installments (§7.3 reason 1). `count_not_offered`: it cannot be
 * charged with this count (§7.3 reason 3).
 */
export type ChargeRefusal = "card_type" | "card_not_eligible" | "count_not_offered";

export type Charge =
  | { readonly kind: "price"; readonly price: TariffPrice }
  | { readonly kind: "refused"; readonly why: ChargeRefusal };

/** Returns the counts that a terminal permits, ascending (§7.3 reason 2). */
export const permittedCounts = ({ effectiveCounts, narrowing }: CountTerms): number[] =>
  [...new Set(effectiveCounts)]
    .filter((count) => narrowing.length === 0 || narrowing.includes(count))
    .sort((a, b) => a - b);

/** Returns whether the terminal permits a count, for any card (§7.3 reason 2). */
export const isCountPermitted = (count: number, { effectiveCounts, narrowing }: CountTerms): boolean =>
  effectiveCounts.includes(count) && (narrowing.length === 0 || narrowing.includes(count));

/**
 * Returns whether a payment link may be restricted to these counts: at least one, and all of them permitted (§7.3
 * reason 4).
 */
export const isRestrictionPermitted = (restriction: readonly number[], terms: CountTerms): boolean =>
  restriction.length > 0 && restriction.every((count) => isCountPermitted(count, terms));

/**
 * Returns the options of a card at a terminal, ascending by count. Every entry point uses this function (§4.9, D-32).
 * Each option comes from `decideCharge`, so a payment with a listed count is charged the listed price.
 * @param card null for a card that the BIN table does not know
 * @param restriction the counts of a payment link; null without a restriction
 */
export function installmentOptions(
  terms: InstallmentTerms,
  card: CardFacts | null,
  restriction: readonly number[] | null = null,
): InstallmentOption[] {
  return permittedCounts(terms)
    .filter((count) => restriction === null || restriction.includes(count))
    .flatMap((count) => {
      const charge = decideCharge(terms, card, count);
      return charge.kind === "price" ? [toInstallmentOption(charge.price)] : [];
    });
}

export const toInstallmentOption = ({ installmentCount, rateBps, fixedFee }: TariffPrice): InstallmentOption => ({
  installmentCount,
  rateBps,
  fixedFee,
});

/**
 * Returns the price of a card with a count, or why it is refused (§7.3, D-32). It does not check whether the terminal
 * permits the count, because a payment keeps the count with which it was created.
 */
export function decideCharge(terms: CardTerms, card: CardFacts | null, count: number): Charge {
  if (!isCardTypeSupported(terms, card)) return { kind: "refused", why: "card_type" };
  if (count > 1 && !isInstallmentCard(card)) return { kind: "refused", why: "card_not_eligible" };
  const price = findPrice(terms, card, count);
  if (price) return { kind: "price", price };
  const isOffered = count === 1 || card?.brand !== null || hasInstallments(terms, card);
  return { kind: "refused", why: isOffered ? "count_not_offered" : "card_not_eligible" };
}

/**
 * Returns whether a card can be charged in installments with any count. Most cards without a brand cannot, and another
 * count would not help their buyers.
 */
const hasInstallments = (terms: CardTerms, card: CardFacts | null): boolean =>
  terms.tariff.some(({ installmentCount }) => installmentCount > 1 && findPrice(terms, card, installmentCount));

/** Returns the family of a card. A card that the BIN table does not know counts as a credit card (D-32). */
const toFamily = (card: CardFacts | null): CardFamily => card?.family ?? "credit";

/**
 * Returns whether the terminal does not allow the card's family. Look-ups report it with an error code of its own
 * (§4.9 rule 3).
 */
export const isFamilyBarred = ({ allowedFamilies }: Pick<CardTerms, "allowedFamilies">, card: CardFacts | null) =>
  card !== null && !allowedFamilies.includes(card.family);

/** Returns whether the terminal charges such cards at all: the family is allowed and supported, and has a price. */
const isCardTypeSupported = (terms: CardTerms, card: CardFacts | null): boolean =>
  !isFamilyBarred(terms, card) &&
  (card?.family !== "foreign" || terms.supportsForeign) &&
  terms.tariff.some(({ family }) => family === toFamily(card));

/**
 * Returns whether a card may be charged in installments (§7.3 reason 1): only credit cards that the BIN table knows
 * with enough confidence.
 */
export const isInstallmentCard = (card: CardFacts | null): boolean =>
  card !== null && card.family === "credit" && card.trusted;

/**
 * Returns the most specific price of a card: a price for its brand before one for any brand, then a price for its
 * issuer (on-us or not) before one for any bank. When the issuer is not known, a price for any bank comes first (the
 * default tariff of D-32), then one for the cards of other banks.
 */
function findPrice(terms: CardTerms, card: CardFacts | null, count: number): TariffPrice | null {
  const family = toFamily(card);
  const brand = card?.brand ?? null;
  const issuer = card?.bank ?? null;
  const onUs = issuer === null ? null : issuer === terms.acquirer;
  const rank = (price: TariffPrice) => (price.brand === null ? 0 : 2) + (price.onUs === onUs ? 1 : 0);
  let found: TariffPrice | null = null;
  for (const price of terms.tariff) {
    const fits =
      price.installmentCount === count &&
      price.family === family &&
      (price.brand === null || price.brand === brand) &&
      (price.onUs === null || price.onUs === (onUs ?? false));
    if (fits && (found === null || rank(price) > rank(found))) found = price;
  }
  return found;
}
