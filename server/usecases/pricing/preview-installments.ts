import type { CardBrand, CardFamily, InstallmentOption } from "@/server/domain/pricing/installments";
import type { ActingAccount } from "../caller";
import type { Ctx } from "../ctx";
import { findBin } from "./find-bin";
import { findInstallmentOptions } from "./find-installment-options";
import { getInstallmentOverview } from "./get-installment-overview";

export interface PreviewInstallmentsInput {
  readonly account: ActingAccount;
  readonly terminalId: string;
  /** The first six to eight digits of a card; null: no card in particular. */
  readonly digits: string | null;
}

export interface PreviewedCard {
  /** All three null when the BIN table does not know the card. */
  readonly brand: CardBrand | null;
  readonly family: CardFamily | null;
  readonly bank: string | null;
}

/** `any`: the dearest price of every count, whatever the card. `ambiguous`: cards that begin so differ; more digits tell. */
export type InstallmentPreview =
  | {
      readonly kind: "any" | "card";
      readonly card: PreviewedCard | null;
      readonly options: readonly InstallmentOption[];
      readonly commissionBasis: "gross" | "net";
    }
  | { readonly kind: "ambiguous" };

/**
 * What a terminal offers a card, or any card: the same answers as the merchant API's look-ups, without amounts, which whoever
 * shows them works out (§4.9, §4.10). Throws terminal_not_allowed, and validation_error for digits that are not six to eight.
 */
export async function previewInstallments(
  ctx: Ctx,
  { account, terminalId, digits }: PreviewInstallmentsInput,
): Promise<InstallmentPreview> {
  const question = { caller: account, terminalId, baseAmountKurus: null, customerShareBps: 0 };
  if (digits === null) {
    const { maximums, commissionBasis } = await getInstallmentOverview(ctx, question);
    const options = maximums.map(({ option }) => optionOf(option));
    return { kind: "any", card: null, options, commissionBasis };
  }
  const { longer } = await findBin(ctx, digits);
  if (longer.length > 0) return { kind: "ambiguous" };
  // Nothing longer is known of these cards, so any digits may stand for the missing ones.
  const found = await findInstallmentOptions(ctx, { ...question, bin8: digits.padEnd(8, "0") });
  return {
    kind: "card",
    card: { brand: found.cardBrand, family: found.cardFamily, bank: found.cardBank },
    options: found.options.map(optionOf),
    commissionBasis: found.commissionBasis,
  };
}

const optionOf = ({ installmentCount, rateBps, fixedFee }: InstallmentOption): InstallmentOption => ({
  installmentCount,
  rateBps,
  fixedFee,
});
