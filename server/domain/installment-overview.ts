import { type Amounts, amountsOf } from "./commission";
import {
  type CardBrand,
  type CardFacts,
  type CardFamily,
  cardBrands,
  cardFamilies,
  chargeOf,
  type InstallmentOption,
  type InstallmentTerms,
  optionOf,
  permittedCounts,
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
 * it holds for (§4.10, D-31). It asks `chargeOf` for each kind of card, so the groups together are what all cards
 * together can be charged.
 */
export function optionGroups(terms: InstallmentTerms): OptionGroup[] {
  const counts = permittedCounts(terms);
  const prices = new Set<TariffPrice>();
  for (const card of kindsOfCard(terms)) {
    for (const count of counts) {
      const charge = chargeOf(terms, card, count);
      if (charge.kind === "price") prices.add(charge.price);
    }
  }
  return groupsOf([...prices]);
}

/** One card of each kind that the tariff can tell apart: a brand that it does not name is as good as none. */
function kindsOfCard({ acquirer, tariff }: InstallmentTerms): CardFacts[] {
  const brands = new Set([null, ...tariff.map(({ brand }) => brand)]);
  return cardFamilies.flatMap((family) =>
    [...brands].flatMap((brand) =>
      [acquirer, null].map((bank) => ({ family, brand, bank, scheme: "", trusted: true })),
    ),
  );
}

function groupsOf(prices: readonly TariffPrice[]): OptionGroup[] {
  const groups = new Map<string, TariffPrice[]>();
  for (const price of prices) {
    const key = JSON.stringify(rankOf(kindOf(price)));
    groups.set(key, [...(groups.get(key) ?? []), price]);
  }
  return [...groups.values()].map(toGroup).sort(inOrder);
}

const kindOf = ({ family, onUs, brand }: TariffPrice): CardKind => ({
  cardType: family,
  onUs,
  cardBrand: brand,
});

function toGroup(prices: readonly TariffPrice[]): OptionGroup {
  const [first] = prices as [TariffPrice];
  const options = prices.map(optionOf).sort((a, b) => a.installmentCount - b.installmentCount);
  const hasInstallments = options.some(({ installmentCount }) => installmentCount > 1);
  return { ...kindOf(first), onUsRequired: hasInstallments ? first.onUs === true : null, options };
}

/** Families in their order, on-us before not before whatever, brands in theirs before whatever (D-31). */
const rankOf = ({ cardType, onUs, cardBrand }: CardKind): readonly [number, number, number] => [
  cardFamilies.indexOf(cardType),
  [true, false, null].indexOf(onUs),
  cardBrand === null ? cardBrands.length : cardBrands.indexOf(cardBrand),
];

function inOrder(a: CardKind, b: CardKind): number {
  const [family, onUs, brand] = rankOf(a);
  const [otherFamily, otherOnUs, otherBrand] = rankOf(b);
  return family - otherFamily || onUs - otherOnUs || brand - otherBrand;
}

/** An option with the amounts that it makes of a base, kuruş (D-29). */
export const pricedOption = (
  option: InstallmentOption,
  baseKurus: bigint | null,
  customerShareBps: number,
): PricedOption => ({ ...option, ...amountsOf(baseKurus, option, customerShareBps) });

/**
 * For every count the dearest option of all groups, ascending: what a price "up to" is computed with before the card is
 * known (D-31). The first group in order wins a tie.
 */
export function maximumsOf(
  groups: readonly OptionGroup[],
  baseKurus: bigint | null,
  customerShareBps: number,
): Maximum[] {
  const dearest = new Map<number, Maximum>();
  for (const { options, cardType, onUs, cardBrand } of groups) {
    for (const plain of options) {
      const option = pricedOption(plain, baseKurus, customerShareBps);
      const known = dearest.get(option.installmentCount);
      if (known && !isDearer(option, known.option)) continue;
      dearest.set(option.installmentCount, { option, source: { cardType, onUs, cardBrand } });
    }
  }
  return [...dearest.values()].sort((a, b) => a.option.installmentCount - b.option.installmentCount);
}

function isDearer(a: PricedOption, b: PricedOption): boolean {
  if (a.commissionAmount !== null && b.commissionAmount !== null)
    return a.commissionAmount > b.commissionAmount;
  return a.rateBps > b.rateBps || (a.rateBps === b.rateBps && (a.fixedFee ?? 0n) > (b.fixedFee ?? 0n));
}
