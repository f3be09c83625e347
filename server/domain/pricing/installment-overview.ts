import { type Amounts, computeCommission, type Rate, toAmounts } from "./commission";
import {
  type CardBrand,
  type CardFacts,
  type CardFamily,
  cardBrands,
  cardFamilies,
  decideCharge,
  type InstallmentOption,
  type InstallmentTerms,
  isCountPermitted,
  type TariffPrice,
  toInstallmentOption,
} from "./installments";

/** The cards to which a price of the tariff applies; null means any (D-31). */
export interface CardKind {
  readonly cardType: CardFamily;
  /** Whether the issuer is the terminal's acquirer. */
  readonly onUs: boolean | null;
  readonly cardBrand: CardBrand | null;
}

export interface OptionGroup extends CardKind {
  /**
   * True when only on-us cards have installments, false when others have them too, null without installments (D-31).
   */
  readonly onUsRequired: boolean | null;
  readonly options: readonly InstallmentOption[];
}

/** An option with its amounts (kuruş) for the base amount of the request; they are null without one. */
export type PricedOption = InstallmentOption & Amounts;

export interface Maximum {
  readonly option: PricedOption;
  readonly source: CardKind;
}

/**
 * Returns the options of a terminal before the card is known (§4.10): every price that some card is charged, grouped by
 * the cards to which it applies, in the order of D-31. It uses `decideCharge`, so the groups together have exactly the
 * prices that cards can be charged.
 */
export function groupOptions(terms: InstallmentTerms): OptionGroup[] {
  const prices = terms.tariff
    .filter((price) => isCountPermitted(price.installmentCount, terms) && isCharged(price, terms))
    .sort((a, b) => a.installmentCount - b.installmentCount);
  return toGroups(prices, terms);
}

/**
 * Returns whether any card is charged this price. Two cards have to be tried. The first is the card that matches the
 * price exactly: its brand, and the acquirer, another bank, or an unknown bank when the price applies to any. The
 * second is a card that the BIN table does not know, which has a credit card's price even when credit cards are not
 * allowed (D-32).
 */
function isCharged(price: TariffPrice, terms: InstallmentTerms): boolean {
  const { acquirer } = terms;
  const bank = price.onUs === null ? null : toBankName(acquirer, price.onUs);
  return isChargedTo(toCard(price, bank), price, terms) || isChargedTo(null, price, terms);
}

/** Returns the acquirer's name, or a name that is not the acquirer's. */
const toBankName = (acquirer: string, isAcquirer: boolean): string => (isAcquirer ? acquirer : `not ${acquirer}`);

const toCard = ({ family, brand }: TariffPrice, bank: string | null): CardFacts => ({
  family,
  brand,
  bank,
  scheme: "",
  trusted: true,
});

function isChargedTo(card: CardFacts | null, price: TariffPrice, terms: InstallmentTerms): boolean {
  const charge = decideCharge(terms, card, price.installmentCount);
  return charge.kind === "price" && charge.price === price;
}

/** Groups prices that are sorted by count. */
function toGroups(prices: readonly TariffPrice[], terms: InstallmentTerms): OptionGroup[] {
  const groups = new Map<number, [TariffPrice, ...TariffPrice[]]>();
  for (const price of prices) {
    const group = groups.get(toRank(price));
    if (group) group.push(price);
    else groups.set(toRank(price), [price]);
  }
  return [...groups].sort(([rank], [other]) => rank - other).map(([, group]) => toGroup(group, terms));
}

/** Returns the position of a price's group (D-31): by family, then on-us, not on-us, any; then by brand, any last. */
function toRank({ family, onUs, brand }: TariffPrice): number {
  const brandRank = brand === null ? cardBrands.length : cardBrands.indexOf(brand);
  const onUsRank = [true, false, null].indexOf(onUs);
  return (cardFamilies.indexOf(family) * 3 + onUsRank) * (cardBrands.length + 1) + brandRank;
}

function toGroup(prices: [TariffPrice, ...TariffPrice[]], terms: InstallmentTerms): OptionGroup {
  const [{ family, onUs, brand }] = prices;
  const otherBank = toBankName(terms.acquirer, false);
  const installments = prices.filter(({ installmentCount }) => installmentCount > 1);
  return {
    cardType: family,
    onUs,
    cardBrand: brand,
    onUsRequired:
      installments.length === 0
        ? null
        : !installments.some((price) => isChargedTo(toCard(price, otherBank), price, terms)),
    options: prices.map(toInstallmentOption),
  };
}

/** Adds the amounts (kuruş) of a base amount to an option; they are null without a base amount (D-29). */
export function priceOption(
  { installmentCount, rateBps, fixedFee }: InstallmentOption,
  baseKurus: bigint | null,
  customerShareBps: number,
): PricedOption {
  const amounts = toAmounts(baseKurus, { rateBps, fixedFee }, customerShareBps);
  const { baseAmount, commissionAmount, customerShareAmount, totalAmount } = amounts;
  // Spreading two objects into one takes about fifty times as long, and an overview has dozens of options.
  return {
    installmentCount,
    rateBps,
    fixedFee,
    baseAmount,
    commissionAmount,
    customerShareAmount,
    totalAmount,
  };
}

/**
 * Returns the most expensive option of all groups for each count, ascending (D-31). A shop uses it for a price "up to"
 * before the card is known. Options are compared by their commission on the base amount (kuruş), and without one by
 * rate and then by fixed fee. Among equal options the first group wins.
 */
export function computeMaximums(
  groups: readonly OptionGroup[],
  baseKurus: bigint | null,
  customerShareBps: number,
): Maximum[] {
  const dearest = new Map<number, { option: InstallmentOption; source: CardKind }>();
  for (const { options, cardType, onUs, cardBrand } of groups) {
    for (const option of options) {
      const known = dearest.get(option.installmentCount);
      if (known && !costsMore(option, known.option, baseKurus)) continue;
      dearest.set(option.installmentCount, { option, source: { cardType, onUs, cardBrand } });
    }
  }
  return [...dearest.values()]
    .sort((a, b) => a.option.installmentCount - b.option.installmentCount)
    .map(({ option, source }) => ({ option: priceOption(option, baseKurus, customerShareBps), source }));
}

function costsMore(a: Rate, b: Rate, baseKurus: bigint | null): boolean {
  if (baseKurus !== null) return computeCommission(baseKurus, a) > computeCommission(baseKurus, b);
  return a.rateBps > b.rateBps || (a.rateBps === b.rateBps && (a.fixedFee ?? 0n) > (b.fixedFee ?? 0n));
}
