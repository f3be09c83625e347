import { AppError } from "@/server/domain/errors";
import { type PricedOption, pricedOption } from "@/server/domain/pricing/installment-overview";
import {
  type CardBrand,
  type CardFamily,
  installmentOptions,
  isFamilyBarred,
} from "@/server/domain/pricing/installments";
import { findCardFacts } from "@/server/store/pricing/bins";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { getActiveTerms } from "./installment-terms";

/** What an amount is worked out for; without a base amount there are no amounts. */
export interface AmountQuestion {
  /** Kuruş. */
  readonly baseAmountKurus: bigint | null;
  /** The part of the commission that the buyer pays; 10,000 is all of it. */
  readonly customerShareBps: number;
}

export interface FindInstallmentOptionsInput extends AmountQuestion {
  readonly caller: ActingAccount;
  readonly terminalId: string;
  /** The first eight digits of the card. */
  readonly bin8: string;
}

export interface CardOptions {
  /** All three null when the BIN table does not know the card. */
  readonly cardBrand: CardBrand | null;
  readonly cardFamily: CardFamily | null;
  readonly cardBank: string | null;
  /** Ascending by count; amounts in kuruş. Empty: the card cannot be charged at this terminal. */
  readonly options: readonly PricedOption[];
  readonly commissionBasis: "gross" | "net";
}

/**
 * What a card can be charged at a terminal, and what that makes of an amount (§4.9, D-29, D-32).
 * Throws terminal_not_allowed when the terminal is not the caller's, is inactive, or bars the card's family.
 */
export async function findInstallmentOptions(
  ctx: Ctx,
  { caller, terminalId, bin8, baseAmountKurus, customerShareBps }: FindInstallmentOptionsInput,
): Promise<CardOptions> {
  const terms = await getActiveTerms(ctx, caller, terminalId);
  const card = await findCardFacts(ctx.db, bin8, caller.binsVersion);
  if (isFamilyBarred(terms, card)) throw new AppError("terminal_not_allowed", "The card's family is barred");
  return {
    cardBrand: card?.brand ?? null,
    cardFamily: card?.family ?? null,
    cardBank: card?.bank ?? null,
    options: installmentOptions(terms, card).map((option) =>
      pricedOption(option, baseAmountKurus, customerShareBps),
    ),
    commissionBasis: terms.commissionBasis,
  };
}
