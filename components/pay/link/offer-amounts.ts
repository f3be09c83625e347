import type { Language } from "@/server/domain/errors";
import type { CardOffer, LinkFace, LinkOption } from "@/server/domain/links/link-page";
import { displayAmount } from "@/server/domain/money";
import { brandNames } from "./card-brands";
import type { OfferWords } from "./open-words";

/** The option that is chosen before the buyer chooses: the count of before, else the single charge, else the fewest months. */
export function preselected({ options }: CardOffer, chosenCount: number | null): LinkOption | undefined {
  const payable = options.filter(({ isPayable }) => isPayable);
  return payable.find(({ installmentCount }) => installmentCount === chosenCount) ?? payable[0];
}

/** Nothing to choose and nothing to add: said in a sentence. */
export const isPlain = ({ options }: CardOffer, { amountKurus }: LinkFace): boolean =>
  options.length === 1 &&
  options[0]?.installmentCount === 1 &&
  options[0].isPayable &&
  options[0].totalKurus === amountKurus;

/** What an installment count costs beside the single charge; where there is none, beside the link's amount. */
export function differenceOf(option: LinkOption, { options }: CardOffer, face: LinkFace): bigint {
  const single = options.find(({ installmentCount }) => installmentCount === 1);
  return option.totalKurus - (single?.totalKurus ?? face.amountKurus);
}

/** Where the buyer's share of the commission in a total comes from; null: there is none. */
export function shareKind(option: LinkOption, { options }: CardOffer): keyof OfferWords["share"] | null {
  if (option.shareKurus === 0n) return null;
  if (option.installmentCount === 1) return "commission";
  const single = options.find(({ installmentCount }) => installmentCount === 1);
  return single && single.shareKurus > 0n ? "both" : "installments";
}

/** `Garanti BBVA Bonus`; empty where the BIN table does not know the card. */
export const cardName = ({ brand, bank }: CardOffer): string =>
  [bank, brand && brandNames[brand]].filter(Boolean).join(" ");

/** Within a sentence an amount and its currency stay on one line. */
export const unbroken = (amountKurus: bigint, language: Language): string =>
  displayAmount(amountKurus, language).replaceAll(" ", "\u00a0");
