import { type AmountLimits, isWithinAmountLimits } from "../payments/limits";
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
import { toLinkOption } from "./link-option";
import type { LinkOption } from "./link-page";

/** A link that is not created yet. Amounts in kuruş, shares in basis points. */
export interface LinkDraft {
  readonly amountKurus: bigint;
  readonly customerShareBps: number;
  /** The counts that the link will be restricted to; null without a restriction. */
  readonly restriction: readonly number[] | null;
}

/** An option as the buyer will see it, with the amount that the merchant receives. Amounts in kuruş. */
interface PreviewOption extends LinkOption {
  readonly monthly: MonthlyAmounts;
  /** The commission that is deducted at capture (D-30). */
  readonly commissionKurus: bigint;
  /** The amount that the merchant receives. */
  readonly netKurus: bigint;
}

/** A kind of card whose cards all have the same options. */
export interface PreviewCard {
  readonly family: CardFamily;
  /** The card programme; null for the cards of the family without a programme. */
  readonly brand: CardBrand | null;
  /** Whether the acquirer issued the card; null when the options are the same for every issuer. */
  readonly onUs: boolean | null;
  /** The options in ascending order of the count; empty when the card cannot be charged, or only outside the limits. */
  readonly options: readonly PreviewOption[];
}

/**
 * Returns the options of each kind of card on a link, computed by the same functions as on the link's page (D-32). The
 * card programmes come first, in the order of the contract's list, then credit cards without a programme, then other
 * families. As on the page, options whose total the account's limits exclude are left out (D-57).
 */
export function buildLinkPreview(
  terms: InstallmentTerms & { readonly commissionBasis: "gross" | "net" },
  draft: LinkDraft,
  limits: AmountLimits,
): PreviewCard[] {
  const kinds = cardFamilies.flatMap((family) =>
    (family === "credit" ? [...cardBrands, null] : [null]).map((brand) => ({ family, brand })),
  );
  return kinds.flatMap((kind): PreviewCard[] => {
    const previewOptions = (bank: string) =>
      installmentOptions(terms, toCard(kind, bank), draft.restriction).flatMap((option): PreviewOption[] => {
        const shown = toLinkOption(option, draft.amountKurus, draft.customerShareBps);
        const { totalKurus, shareKurus, installmentCount } = shown;
        if (!isWithinAmountLimits(totalKurus, limits)) return [];
        const commissionKurus = commissionAtCapture(totalKurus, shareKurus, option, terms.commissionBasis);
        const monthly = monthlyAmounts(totalKurus, installmentCount);
        return [{ ...shown, monthly, commissionKurus, netKurus: totalKurus - commissionKurus }];
      });
    const own = previewOptions(terms.acquirer);
    const others = previewOptions(`not ${terms.acquirer}`);
    if (isSame(own, others)) return [{ ...kind, onUs: null, options: own }];
    return [
      { ...kind, onUs: true, options: own },
      { ...kind, onUs: false, options: others },
    ];
  });
}

const toCard = (kind: Pick<PreviewCard, "family" | "brand">, bank: string): CardFacts => ({
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
