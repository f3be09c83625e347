import { type AmountLimits, isWithinAmountLimits } from "../payments/limits";
import {
  type CardFacts,
  type ChargeRefusal,
  decideCharge,
  type InstallmentTerms,
  permittedCounts,
} from "../pricing/installments";
import type { LinkOption } from "./link-page";

/** The result of a buyer's choice on the page of a payment link. */
export type LinkChoice =
  | { readonly kind: "charge"; readonly option: LinkOption }
  /** The card itself is refused at this count. The attempt draws from the card-attempt allowance (D-10). */
  | { readonly kind: "card_refused"; readonly why: ChargeRefusal; readonly installmentCount: number }
  | { readonly kind: "asked_again"; readonly why: AskedAgain }
  /** The account accepts no payment of the chosen total, or of any total of this card (D-57). */
  | { readonly kind: "outside_account_limits" };

/** Why the form is shown again although the card itself is not refused. */
type AskedAgain = "choose_installment" | "count_not_offered" | "over_bound" | "price_changed";

export interface LinkChoiceInput {
  readonly terms: InstallmentTerms;
  /** The counts that the link is restricted to; null without a restriction. */
  readonly restriction: readonly number[] | null;
  /** The facts from the BIN table; null for an unknown card. */
  readonly card: CardFacts | null;
  /** The options of this card on this link, also those that the account's limits exclude. */
  readonly options: readonly LinkOption[];
  readonly limits: AmountLimits;
  /** The link's amount in kuruş. */
  readonly amountKurus: bigint;
  /** The count that the buyer chose; null when the form had none. */
  readonly installmentCount: number | null;
  /** The total in kuruş that the page showed with the choice; null when the form had none. */
  readonly seenTotalKurus: bigint | null;
}

/**
 * Decides what to do with a buyer's choice by the prices of now (§4.1, §7.3, D-146). The buyer is charged only the
 * option that was chosen, at exactly the total that was shown. Without a choice the buyer is charged only when there is
 * a single option and its total is the amount on the page. The page does not show options whose total the account's
 * limits exclude, so only a forged form, or one from before a change of the limits, chooses one (D-57).
 */
export function chooseOption(input: LinkChoiceInput): LinkChoice {
  const { terms, restriction, card, options, limits, installmentCount } = input;
  const allowed = permittedCounts(terms).filter((count) => restriction === null || restriction.includes(count));
  if (installmentCount !== null && !allowed.includes(installmentCount)) return askedAgain("count_not_offered");
  const offered = options.filter(({ totalKurus }) => isWithinAmountLimits(totalKurus, limits));
  const option =
    installmentCount === null ? onlyOption(offered, input.amountKurus) : options.find(hasCount(installmentCount));
  if (option)
    return offered.includes(option) ? judge(option, input.seenTotalKurus) : { kind: "outside_account_limits" };
  if (installmentCount === null && options.length > 0) return askForChoice(offered);
  const refusedAt = installmentCount ?? allowed[0] ?? 1;
  const charge = decideCharge(terms, card, refusedAt);
  if (charge.kind === "price") return askedAgain("count_not_offered");
  return { kind: "card_refused", why: charge.why, installmentCount: refusedAt };
}

const askedAgain = (why: AskedAgain): LinkChoice => ({ kind: "asked_again", why });

const hasCount = (count: number) => (option: LinkOption) => option.installmentCount === count;

/** Returns the option that needs no choice: the only one, whose total is the link's amount. */
const onlyOption = (offered: readonly LinkOption[], amountKurus: bigint): LinkOption | undefined =>
  offered.length === 1 && offered[0]?.totalKurus === amountKurus ? offered[0] : undefined;

/** Asks a buyer who has chosen nothing, as far as there is anything to choose. */
function askForChoice(offered: readonly LinkOption[]): LinkChoice {
  if (offered.length === 0) return { kind: "outside_account_limits" };
  return askedAgain(offered.some(({ isPayable }) => isPayable) ? "choose_installment" : "over_bound");
}

function judge(option: LinkOption, seenTotalKurus: bigint | null): LinkChoice {
  if (!option.isPayable) return askedAgain("over_bound");
  if (seenTotalKurus !== null && seenTotalKurus !== option.totalKurus) return askedAgain("price_changed");
  return { kind: "charge", option };
}
