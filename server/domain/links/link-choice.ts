import {
  type CardFacts,
  type ChargeRefusal,
  chargeOf,
  type InstallmentTerms,
  permittedCounts,
} from "../pricing/installments";
import type { LinkOption } from "./link-page";

/** What a buyer's choice on a link's page comes to. */
export type LinkChoice =
  | { readonly kind: "charge"; readonly option: LinkOption }
  /** The card's own doing: it draws from the allowance (D-10). The count is the one that it was refused at. */
  | { readonly kind: "card_refused"; readonly why: ChargeRefusal; readonly installmentCount: number }
  | { readonly kind: "asked_again"; readonly why: AskedAgain };

/** Why the form is shown again although nothing is wrong with the card. */
export type AskedAgain = "choose_installment" | "count_not_offered" | "over_bound" | "price_changed";

export interface LinkChoiceInput {
  readonly terms: InstallmentTerms;
  /** The link's; null: none. */
  readonly restriction: readonly number[] | null;
  readonly card: CardFacts | null;
  /** What the card is offered on this link. */
  readonly options: readonly LinkOption[];
  /** The link's amount, kuruş. */
  readonly amountKurus: bigint;
  /** Null: none was sent. */
  readonly installmentCount: number | null;
  /** The total that was shown with the choice, kuruş; null: none was sent. */
  readonly seenTotalKurus: bigint | null;
}

/**
 * Judges a choice by what the card is charged now (§4.1, §7.3, D-10): never more than the buyer was shown, and nothing
 * that was not chosen, unless there is but one option and it is the amount on the page.
 */
export function chooseOption(input: LinkChoiceInput): LinkChoice {
  const { terms, restriction, card, options, installmentCount } = input;
  const allowed = permittedCounts(terms).filter(
    (count) => restriction === null || restriction.includes(count),
  );
  if (installmentCount !== null && !allowed.includes(installmentCount))
    return askedAgain("count_not_offered");
  const option = installmentCount === null ? onlyOption(input) : options.find(hasCount(installmentCount));
  if (option) return judge(option, input.seenTotalKurus);
  if (installmentCount === null && options.length > 0)
    return askedAgain(options.some(({ isPayable }) => isPayable) ? "choose_installment" : "over_bound");
  const refusedAt = installmentCount ?? allowed[0] ?? 1;
  const charge = chargeOf(terms, card, refusedAt);
  if (charge.kind === "price") return askedAgain("count_not_offered");
  return { kind: "card_refused", why: charge.why, installmentCount: refusedAt };
}

const askedAgain = (why: AskedAgain): LinkChoice => ({ kind: "asked_again", why });

const hasCount = (count: number) => (option: LinkOption) => option.installmentCount === count;

/** What there is no need to ask about. */
const onlyOption = ({ options, amountKurus }: LinkChoiceInput): LinkOption | undefined =>
  options.length === 1 && options[0]?.totalKurus === amountKurus ? options[0] : undefined;

function judge(option: LinkOption, seenTotalKurus: bigint | null): LinkChoice {
  if (!option.isPayable) return askedAgain("over_bound");
  if (seenTotalKurus !== null && seenTotalKurus !== option.totalKurus) return askedAgain("price_changed");
  return { kind: "charge", option };
}
