import { type Amounts, amountsOf, commissionOn, type Rate } from "./commission";
import {
  type CardBrand,
  type CardFacts,
  type CardFamily,
  cardBrands,
  cardFamilies,
  chargeOf,
  type InstallmentOption,
  type InstallmentTerms,
  isCountPermitted,
  optionOf,
  type TariffPrice,
} from "./installments";

/** The cards for which a price of the tariff holds: null means whatever it is (D-31). */
export interface CardKind {
  readonly cardType: CardFamily;
  /** The issuer is the terminal's acquirer. */
  readonly onUs: boolean | null;
  readonly cardBrand: CardBrand | null;
}

export interface OptionGroup extends CardKind {
  /** True: installments for on-us cards only; false: for others as well; null: no installments (D-31). */
  readonly onUsRequired: boolean | null;
  readonly options: readonly InstallmentOption[];
}

/** An option with what it makes of the request's amount; all null without one. Kuruş. */
export type PricedOption = InstallmentOption & Amounts;

export interface Maximum {
  readonly option: PricedOption;
  readonly source: CardKind;
}

/**
 * What a terminal offers before the card is known: every price that some card is charged, in groups of the cards that
 * it holds for, in the order of D-31 (§4.10). It asks `chargeOf`, so the groups together are what all cards together
 * can be charged.
 */
export function optionGroups(terms: InstallmentTerms): OptionGroup[] {
  const prices = terms.tariff
    .filter((price) => isCountPermitted(price.installmentCount, terms) && isCharged(price, terms))
    .sort((a, b) => a.installmentCount - b.installmentCount);
  return groupsOf(prices, terms);
}

/**
 * Whether some card is charged this price. If any is, it is the card that the price is most particularly for (of its brand,
 * of the acquirer or another bank; of a bank that is not known, when the price holds for whatever bank), or the card
 * that the BIN table does not know, which has a credit card's price even where credit cards are barred (D-32).
 */
function isCharged(price: TariffPrice, terms: InstallmentTerms): boolean {
  const { acquirer } = terms;
  const bank = price.onUs === null ? null : nameOf(acquirer, price.onUs);
  return isChargedTo(cardOf(price, bank), price, terms) || isChargedTo(null, price, terms);
}

/** Of the acquirer, or of a bank that is not the acquirer. */
const nameOf = (acquirer: string, isAcquirer: boolean): string => (isAcquirer ? acquirer : `not ${acquirer}`);

const cardOf = ({ family, brand }: TariffPrice, bank: string | null): CardFacts => ({
  family,
  brand,
  bank,
  scheme: "",
  trusted: true,
});

function isChargedTo(card: CardFacts | null, price: TariffPrice, terms: InstallmentTerms): boolean {
  const charge = chargeOf(terms, card, price.installmentCount);
  return charge.kind === "price" && charge.price === price;
}

/** The prices come ascending by count. */
function groupsOf(prices: readonly TariffPrice[], terms: InstallmentTerms): OptionGroup[] {
  const groups = new Map<number, [TariffPrice, ...TariffPrice[]]>();
  for (const price of prices) {
    const group = groups.get(rankOf(price));
    if (group) group.push(price);
    else groups.set(rankOf(price), [price]);
  }
  return [...groups].sort(([rank], [other]) => rank - other).map(([, group]) => toGroup(group, terms));
}

/** Families in their order, on-us before not before whatever, brands in theirs before whatever (D-31). */
function rankOf({ family, onUs, brand }: TariffPrice): number {
  const brandRank = brand === null ? cardBrands.length : cardBrands.indexOf(brand);
  const onUsRank = [true, false, null].indexOf(onUs);
  return (cardFamilies.indexOf(family) * 3 + onUsRank) * (cardBrands.length + 1) + brandRank;
}

function toGroup(prices: [TariffPrice, ...TariffPrice[]], terms: InstallmentTerms): OptionGroup {
  const [{ family, onUs, brand }] = prices;
  const otherBank = nameOf(terms.acquirer, false);
  const installments = prices.filter(({ installmentCount }) => installmentCount > 1);
  return {
    cardType: family,
    onUs,
    cardBrand: brand,
    onUsRequired:
      installments.length === 0
        ? null
        : !installments.some((price) => isChargedTo(cardOf(price, otherBank), price, terms)),
    options: prices.map(optionOf),
  };
}

/** An option with the amounts that it makes of a base, kuruş; all null without a base (D-29). */
export function pricedOption(
  { installmentCount, rateBps, fixedFee }: InstallmentOption,
  baseKurus: bigint | null,
  customerShareBps: number,
): PricedOption {
  const amounts = amountsOf(baseKurus, { rateBps, fixedFee }, customerShareBps);
  const { baseAmount, commissionAmount, customerShareAmount, totalAmount } = amounts;
  // Spreading two objects into one would take some fifty times as long, and an overview has dozens of options.
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
 * For every count the dearest option of all groups, ascending: what a price "up to" is computed with before the card is
 * known (D-31). Dearest by commission on the base (kuruş), without one by rate and then fixed fee; the first group in
 * order wins a tie.
 */
export function maximumsOf(
  groups: readonly OptionGroup[],
  baseKurus: bigint | null,
  customerShareBps: number,
): Maximum[] {
  const dearest = new Map<number, { option: InstallmentOption; source: CardKind }>();
  for (const { options, cardType, onUs, cardBrand } of groups) {
    for (const option of options) {
      const known = dearest.get(option.installmentCount);
      if (known && !isDearer(option, known.option, baseKurus)) continue;
      dearest.set(option.installmentCount, { option, source: { cardType, onUs, cardBrand } });
    }
  }
  return [...dearest.values()]
    .sort((a, b) => a.option.installmentCount - b.option.installmentCount)
    .map(({ option, source }) => ({ option: pricedOption(option, baseKurus, customerShareBps), source }));
}

function isDearer(a: Rate, b: Rate, baseKurus: bigint | null): boolean {
  if (baseKurus !== null) return commissionOn(baseKurus, a) > commissionOn(baseKurus, b);
  return a.rateBps > b.rateBps || (a.rateBps === b.rateBps && (a.fixedFee ?? 0n) > (b.fixedFee ?? 0n));
}
