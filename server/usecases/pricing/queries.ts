import { AppError } from "@/server/domain/errors";
import {
  type CardKind,
  computeMaximums,
  groupOptions,
  type Maximum,
  type PricedOption,
  priceOption,
} from "@/server/domain/pricing/installment-overview";
import {
  type CardBrand,
  type CardFamily,
  type InstallmentOption,
  installmentOptions,
  isFamilyBarred,
} from "@/server/domain/pricing/installments";
import { findCardFacts } from "@/server/store/pricing/bins";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { findBin } from "./bin-queries";
import { getActiveTerms } from "./shared/installment-terms";

/** The input of an amount calculation; without a base amount no amounts are returned. */
interface AmountQuestion {
  /** The base amount in kuruş; null to get no amounts. */
  readonly baseAmountKurus: bigint | null;
  /** The share of the commission that the buyer bears, bps; 10,000 is all of it. */
  readonly customerShareBps: number;
}

export interface FindInstallmentOptionsInput extends AmountQuestion {
  readonly caller: ActingAccount;
  readonly terminalId: string;
  /** The card's first eight digits. */
  readonly bin8: string;
}

export interface CardOptions {
  /** The card's facts; all three null if the BIN table does not know the card. */
  readonly cardBrand: CardBrand | null;
  readonly cardFamily: CardFamily | null;
  readonly cardBank: string | null;
  /** The options, ascending by count, amounts in kuruş; empty if the card cannot be charged at this terminal. */
  readonly options: readonly PricedOption[];
  readonly commissionBasis: "gross" | "net";
}

/**
 * Returns the installment options of a card at a terminal, with their amounts (§4.9, D-29, D-32).
 * Throws terminal_not_allowed if the terminal is not the caller's, is inactive, or bars the card's family.
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
    options: installmentOptions(terms, card).map((option) => priceOption(option, baseAmountKurus, customerShareBps)),
    commissionBasis: terms.commissionBasis,
  };
}

export interface GetInstallmentOverviewInput extends AmountQuestion {
  readonly caller: ActingAccount;
  readonly terminalId: string;
}

export interface InstallmentOverview {
  readonly commissionBasis: "gross" | "net";
  /** The most expensive option of every count, ascending by count. */
  readonly maximums: readonly Maximum[];
  readonly optionGroups: readonly PricedGroup[];
}

interface PricedGroup extends CardKind {
  readonly onUsRequired: boolean | null;
  /** The options, ascending by count; amounts in kuruş. */
  readonly options: readonly PricedOption[];
}

/**
 * Returns what a terminal offers before the card is known (§4.10, D-31).
 * Throws terminal_not_allowed if the terminal is not the caller's or is inactive.
 */
export async function getInstallmentOverview(
  ctx: Ctx,
  { caller, terminalId, baseAmountKurus, customerShareBps }: GetInstallmentOverviewInput,
): Promise<InstallmentOverview> {
  const terms = await getActiveTerms(ctx, caller, terminalId);
  const groups = groupOptions(terms);
  return {
    commissionBasis: terms.commissionBasis,
    maximums: computeMaximums(groups, baseAmountKurus, customerShareBps),
    optionGroups: groups.map((group) => ({
      ...group,
      options: group.options.map((option) => priceOption(option, baseAmountKurus, customerShareBps)),
    })),
  };
}

export interface PreviewInstallmentsInput {
  readonly account: ActingAccount;
  readonly terminalId: string;
  /** The first six to eight digits of a card; null for any card. */
  readonly digits: string | null;
}

interface PreviewedCard {
  /** The card's facts; all three null if the BIN table does not know the card. */
  readonly brand: CardBrand | null;
  readonly family: CardFamily | null;
  readonly bank: string | null;
}

/**
 * `any`: the highest price of every count over all cards. `card`: the prices of one card. `ambiguous`: the cards with
 * these digits differ, so more digits are needed.
 */
export type InstallmentPreview =
  | {
      readonly kind: "any" | "card";
      readonly card: PreviewedCard | null;
      readonly options: readonly InstallmentOption[];
      readonly commissionBasis: "gross" | "net";
      /** Whether the account is warned of passing the commission on (D-395). */
      readonly surchargeWarning: boolean;
    }
  | { readonly kind: "ambiguous" };

/**
 * Previews what a terminal offers a card, or any card: the answers of the merchant API's look-ups without amounts,
 * which the caller computes (§4.9, §4.10). Throws terminal_not_allowed, and validation_error for anything but six to
 * eight digits.
 */
export async function previewInstallments(
  ctx: Ctx,
  { account, terminalId, digits }: PreviewInstallmentsInput,
): Promise<InstallmentPreview> {
  const question = { caller: account, terminalId, baseAmountKurus: null, customerShareBps: 0 };
  const { surchargeWarning } = account;
  if (digits === null) {
    const { maximums, commissionBasis } = await getInstallmentOverview(ctx, question);
    const options = maximums.map(({ option }) => toInstallmentOption(option));
    return { kind: "any", card: null, options, commissionBasis, surchargeWarning };
  }
  const { longer } = await findBin(ctx, digits);
  if (longer.length > 0) return { kind: "ambiguous" };
  // No longer prefix is known for these digits, so any digits can fill the missing places.
  const found = await findInstallmentOptions(ctx, { ...question, bin8: digits.padEnd(8, "0") });
  return {
    kind: "card",
    card: { brand: found.cardBrand, family: found.cardFamily, bank: found.cardBank },
    options: found.options.map(toInstallmentOption),
    commissionBasis: found.commissionBasis,
    surchargeWarning,
  };
}

const toInstallmentOption = ({ installmentCount, rateBps, fixedFee }: InstallmentOption): InstallmentOption => ({
  installmentCount,
  rateBps,
  fixedFee,
});
