import { type AmountLimits, isWithinAmountLimits } from "../payments/limits";
import { groupOptions } from "../pricing/installment-overview";
import type { InstallmentTerms } from "../pricing/installments";
import { toLinkOption } from "./link-option";
import type { LinkDraft } from "./link-preview";

/**
 * Judges a link's amount by the account's limits (D-57) without its terminal's terms, which most links do not need.
 * Every total is the amount plus the buyer's share of the commission, which is never negative. `depends_on_card`: some
 * share may bring the total over a bound, so `isEveryTotalOutside` has to decide.
 */
export function judgeLinkAmount(
  { amountKurus, customerShareBps }: Pick<LinkDraft, "amountKurus" | "customerShareBps">,
  limits: AmountLimits,
): "within" | "outside" | "depends_on_card" {
  const { minAmountKurus: min, maxAmountKurus: max } = limits;
  if (max !== null && amountKurus > max) return "outside";
  if (customerShareBps === 0) return isWithinAmountLimits(amountKurus, limits) ? "within" : "outside";
  const isAboveMin = min === null || amountKurus >= min;
  return isAboveMin && max === null ? "within" : "depends_on_card";
}

/**
 * Returns whether the account's limits exclude the total of every option that any card has on the link (D-57), so that
 * no card can pay it. False for a link without options, because the limits are not the reason then.
 */
export function isEveryTotalOutside(terms: InstallmentTerms, link: LinkDraft, limits: AmountLimits): boolean {
  const { amountKurus, customerShareBps, restriction } = link;
  const totals = groupOptions(terms)
    .flatMap(({ options }) => options)
    .filter(({ installmentCount }) => restriction === null || restriction.includes(installmentCount))
    .map((option) => toLinkOption(option, amountKurus, customerShareBps).totalKurus);
  return totals.length > 0 && totals.every((totalKurus) => !isWithinAmountLimits(totalKurus, limits));
}
