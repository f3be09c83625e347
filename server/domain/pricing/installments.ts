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
  /** The issuing bank; null where only the prefix is known. */
  readonly bank: string | null;
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

/** What decides which counts a terminal permits, whatever the card. */
export interface CountTerms {
  readonly effectiveCounts: readonly number[];
  /** The account's narrowing; empty: none. */
  readonly narrowing: readonly number[];
}

/** What decides what a card is charged at a terminal, besides the count. */
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
 * Why a card is not charged at a count. `card_type`: not at all on this terminal (§4.9 rule 2). `card_not_eligible`:
 * not in installments (§7.3 reason 1). `count_not_offered`: not at this count (reason 3).
 */
export type ChargeRefusal = "card_type" | "card_not_eligible" | "count_not_offered";

export type Charge =
  | { readonly kind: "price"; readonly price: TariffPrice }
  | { readonly kind: "refused"; readonly why: ChargeRefusal };

/** The counts that a terminal permits at all, ascending (§7.3 reason 2). */
export const permittedCounts = ({ effectiveCounts, narrowing }: CountTerms): number[] =>
  [...new Set(effectiveCounts)]
    .filter((count) => narrowing.length === 0 || narrowing.includes(count))
    .sort((a, b) => a - b);

/** Whether the terminal permits a count at all, whatever the card (§7.3 reason 2). */
export const isCountPermitted = (count: number, { effectiveCounts, narrowing }: CountTerms): boolean =>
  effectiveCounts.includes(count) && (narrowing.length === 0 || narrowing.includes(count));

/** Whether a payment link may be restricted to these counts: some, and permitted each (§7.3 reason 4). */
export const isRestrictionPermitted = (restriction: readonly number[], terms: CountTerms): boolean =>
  restriction.length > 0 && restriction.every((count) => isCountPermitted(count, terms));

/**
 * What a card can be charged at a terminal, ascending by count: the one truth for every door (§4.9, D-32). Each count
 * is what `chargeOf` says of it, so what is listed is what a payment of that count is charged.
 * `card` null: the BIN is not known. `restriction`: the counts of a payment link, null when it has none.
 */
export function installmentOptions(
  terms: InstallmentTerms,
  card: CardFacts | null,
  restriction: readonly number[] | null = null,
): InstallmentOption[] {
  return permittedCounts(terms)
    .filter((count) => restriction === null || restriction.includes(count))
    .flatMap((count) => {
      const charge = chargeOf(terms, card, count);
      return charge.kind === "price" ? [optionOf(charge.price)] : [];
    });
}

export const optionOf = ({ installmentCount, rateBps, fixedFee }: TariffPrice): InstallmentOption => ({
  installmentCount,
  rateBps,
  fixedFee,
});

/** The price of a card at a count that the terminal permits, or that a payment was created with (§7.3, D-32). */
export function chargeOf(terms: CardTerms, card: CardFacts | null, count: number): Charge {
  if (!isCardTypeSupported(terms, card)) return { kind: "refused", why: "card_type" };
  if (count > 1 && !isInstallmentCard(card)) return { kind: "refused", why: "card_not_eligible" };
  const price = findPrice(terms, card, count);
  if (price) return { kind: "price", price };
  const isOffered = count === 1 || card?.brand !== null || hasInstallments(terms, card);
  return { kind: "refused", why: isOffered ? "count_not_offered" : "card_not_eligible" };
}

/** Whether a card is charged in installments at any count: one of no brand mostly is not, and no other count helps. */
const hasInstallments = (terms: CardTerms, card: CardFacts | null): boolean =>
  terms.tariff.some(
    ({ installmentCount }) => installmentCount > 1 && findPrice(terms, card, installmentCount),
  );

/** The family of a card; one that the BIN table does not know is charged as a credit card, at once (D-32). */
const familyOf = (card: CardFacts | null): CardFamily => card?.family ?? "credit";

/** Whether the terminal has barred the card's family: look-ups say so by a code of its own (§4.9 rule 3). */
export const isFamilyBarred = (
  { allowedFamilies }: Pick<CardTerms, "allowedFamilies">,
  card: CardFacts | null,
) => card !== null && !allowedFamilies.includes(card.family);

/** Whether cards of this kind are charged at the terminal at all: its family is allowed, supported and has a price. */
const isCardTypeSupported = (terms: CardTerms, card: CardFacts | null): boolean =>
  !isFamilyBarred(terms, card) &&
  (card?.family !== "foreign" || terms.supportsForeign) &&
  terms.tariff.some(({ family }) => family === familyOf(card));

/** §7.3 reason 1: debit, prepaid, foreign and unknown cards, and doubtful ones, are charged at once only. */
export const isInstallmentCard = (card: CardFacts | null): boolean =>
  card !== null && card.family === "credit" && card.trusted;

/**
 * The most particular price wins: brand before any brand, then on-us before whatever bank. Where the issuer is not known,
 * what holds for whatever bank comes first (D-32: the default tariff), then what holds for other banks' cards.
 */
function findPrice(terms: CardTerms, card: CardFacts | null, count: number): TariffPrice | null {
  const family = familyOf(card);
  const brand = card?.brand ?? null;
  const issuer = card?.bank ?? null;
  const onUs = issuer === null ? null : issuer === terms.acquirer;
  const weightOf = (price: TariffPrice) => (price.brand === null ? 0 : 2) + (price.onUs === onUs ? 1 : 0);
  let found: TariffPrice | null = null;
  for (const price of terms.tariff) {
    const fits =
      price.installmentCount === count &&
      price.family === family &&
      (price.brand === null || price.brand === brand) &&
      (price.onUs === null || price.onUs === (onUs ?? false));
    if (fits && (found === null || weightOf(price) > weightOf(found))) found = price;
  }
  return found;
}
