import type { PayMessages, PayTexts } from "@/messages/pay-texts";
import type { CardOffer, LinkOption, LinkSummary } from "@/server/domain/links/link-page";
import { brandNames } from "@/server/domain/pricing/card-brand-names";
import { isolate } from "../../formats";

/**
 * Returns the option that is selected before the buyer chooses: the previously chosen count, otherwise the payable
 * option with the lowest count. Returns undefined when no option can be paid.
 */
export function findPreselected({ options }: CardOffer, chosenCount: number | null): LinkOption | undefined {
  const payable = options.filter(({ isPayable }) => isPayable);
  return payable.find(({ installmentCount }) => installmentCount === chosenCount) ?? payable[0];
}

/** Returns whether the only option is a single charge of the link's amount, for which one sentence is enough. */
export const isPlain = ({ options }: CardOffer, { amountKurus }: LinkSummary): boolean =>
  options.length === 1 &&
  options[0]?.installmentCount === 1 &&
  options[0].isPayable &&
  options[0].totalKurus === amountKurus;

/**
 * Returns how much more an option costs than the single charge, or than the link's amount if there is none, in kuruş.
 */
export function computeDifference(option: LinkOption, { options }: CardOffer, summary: LinkSummary): bigint {
  const single = options.find(({ installmentCount }) => installmentCount === 1);
  return option.totalKurus - (single?.totalKurus ?? summary.amountKurus);
}

/** Returns the origin of the buyer's share of the commission in a total, or null when there is no share. */
export function findShareKind(
  option: LinkOption,
  { options }: CardOffer,
): keyof PayMessages["open"]["offer"]["share"] | null {
  if (option.shareKurus === 0n) return null;
  if (option.installmentCount === 1) return "commission";
  const single = options.find(({ installmentCount }) => installmentCount === 1);
  return single && single.shareKurus > 0n ? "both" : "installments";
}

/** Returns a name such as `Garanti BBVA Bonus`, or an empty string when the BIN table does not know the card. */
export function formatCardName({ brand, bank }: CardOffer, texts: PayTexts): string {
  const name = [bank, brand && brandNames[brand]].filter(Boolean).join(" ");
  return name === "" ? "" : isolate(name, texts);
}
