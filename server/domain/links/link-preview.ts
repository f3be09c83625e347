import { commissionAtCapture } from "../pricing/commission";
import {
  type CardBrand,
  type CardFacts,
  type CardFamily,
  cardBrands,
  cardFamilies,
  type InstallmentTerms,
  installmentOptions,
} from "../pricing/installments";
import { type MonthlyAmounts, monthlyAmounts } from "../pricing/monthly";
import { linkOptionOf } from "./link-option";
import type { LinkOption } from "./link-page";

/** A link before it is created. Kuruş, basis points. */
export interface LinkDraft {
  readonly amountKurus: bigint;
  readonly customerShareBps: number;
  /** Null: no restriction. */
  readonly restriction: readonly number[] | null;
}

/** An option as the buyer will see it, and what it leaves the merchant. Kuruş. */
export interface PreviewOption extends LinkOption {
  readonly monthly: MonthlyAmounts;
  /** Deducted at capture (D-30). */
  readonly commissionKurus: bigint;
  readonly netKurus: bigint;
}

/** Cards that are offered the same: a programme (or every other card of the family, null), of the acquirer's or of others. */
export interface PreviewCard {
  readonly family: CardFamily;
  readonly brand: CardBrand | null;
  /** Null: whichever bank has issued the card. */
  readonly onUs: boolean | null;
  /** Ascending by count; empty: the card is not charged. */
  readonly options: readonly PreviewOption[];
}

/**
 * What each kind of card will be offered on a link, by the same functions as the page that takes the card (D-32). Programmes
 * come in the order of the contract's list, then credit cards of none, then the other families.
 */
export function linkPreview(
  terms: InstallmentTerms & { readonly commissionBasis: "gross" | "net" },
  draft: LinkDraft,
): PreviewCard[] {
  const kinds = cardFamilies.flatMap((family) =>
    (family === "credit" ? [...cardBrands, null] : [null]).map((brand) => ({ family, brand })),
  );
  return kinds.flatMap((kind): PreviewCard[] => {
    const offeredBy = (bank: string) =>
      installmentOptions(terms, cardOf(kind, bank), draft.restriction).map((option): PreviewOption => {
        const shown = linkOptionOf(option, draft.amountKurus, draft.customerShareBps);
        const { totalKurus, shareKurus, installmentCount } = shown;
        const commissionKurus = commissionAtCapture(totalKurus, shareKurus, option, terms.commissionBasis);
        return {
          ...shown,
          monthly: monthlyAmounts(totalKurus, installmentCount),
          commissionKurus,
          netKurus: totalKurus - commissionKurus,
        };
      });
    const own = offeredBy(terms.acquirer);
    const others = offeredBy(`not ${terms.acquirer}`);
    if (isSame(own, others)) return [{ ...kind, onUs: null, options: own }];
    return [
      { ...kind, onUs: true, options: own },
      { ...kind, onUs: false, options: others },
    ];
  });
}

const cardOf = (kind: Pick<PreviewCard, "family" | "brand">, bank: string): CardFacts => ({
  ...kind,
  bank,
  scheme: "",
  trusted: true,
});

const isSame = (own: readonly PreviewOption[], others: readonly PreviewOption[]): boolean =>
  own.length === others.length &&
  own.every((option, place) => {
    const other = others[place];
    return (
      other?.installmentCount === option.installmentCount &&
      other.totalKurus === option.totalKurus &&
      other.commissionKurus === option.commissionKurus
    );
  });
