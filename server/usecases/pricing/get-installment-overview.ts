import {
  type CardKind,
  type Maximum,
  maximumsOf,
  optionGroups,
  type PricedOption,
  pricedOption,
} from "@/server/domain/pricing/installment-overview";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import type { AmountQuestion } from "./find-installment-options";
import { getActiveTerms } from "./installment-terms";

export interface GetInstallmentOverviewInput extends AmountQuestion {
  readonly caller: ActingAccount;
  readonly terminalId: string;
}

export interface InstallmentOverview {
  readonly commissionBasis: "gross" | "net";
  /** The dearest option of every count, ascending. */
  readonly maximums: readonly Maximum[];
  readonly optionGroups: readonly PricedGroup[];
}

interface PricedGroup extends CardKind {
  readonly onUsRequired: boolean | null;
  /** Ascending by count; amounts in kuruş. */
  readonly options: readonly PricedOption[];
}

/**
 * What a terminal offers before the card is known (§4.10, D-31).
 * Throws terminal_not_allowed when the terminal is not the caller's or is inactive.
 */
export async function getInstallmentOverview(
  ctx: Ctx,
  { caller, terminalId, baseAmountKurus, customerShareBps }: GetInstallmentOverviewInput,
): Promise<InstallmentOverview> {
  const terms = await getActiveTerms(ctx, caller, terminalId);
  const groups = optionGroups(terms);
  return {
    commissionBasis: terms.commissionBasis,
    maximums: maximumsOf(groups, baseAmountKurus, customerShareBps),
    optionGroups: groups.map((group) => ({
      ...group,
      options: group.options.map((option) => pricedOption(option, baseAmountKurus, customerShareBps)),
    })),
  };
}
