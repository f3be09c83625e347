import type { Language } from "../errors";
import { decimalText, parseTypedAmount } from "../money";
import type { Rate } from "./commission";
import { feeMaxKurus, rateMaxBps } from "./tariff";

/**
 * Reads a rate that a person typed as a percentage with at most two decimals, in bps: `2,50`, `2.50`, `%2,5` and
 * `2.5 %` are 250. Both decimal separators are accepted in every language, because a rate has no thousands. Null for
 * any other text and above 100 %.
 */
export function parseRate(typed: string): number | null {
  const match = /^(%\s*)?([0-9]{1,3})(?:[.,]([0-9]{1,2}))?(\s*%)?$/.exec(typed.trim());
  if (!match || (match[1] && match[4])) return null;
  const bps = Number(match[2]) * 100 + Number((match[3] ?? "").padEnd(2, "0"));
  return bps <= rateMaxBps ? bps : null;
}

/** Formats a rate in bps as a percentage without its sign, as it is typed: `2,50` in Turkish, `2.50` in English. */
export const rateInput = (rateBps: number, language: Language): string =>
  toNotation(decimalText(BigInt(rateBps)), language);

/**
 * Reads a price that a person typed: a rate, or a rate and a fixed fee in lira after a plus sign, such as
 * `2,50 + 1,00`. Null for any other text.
 */
export function parsePrice(typed: string, language: Language): Rate | null {
  const [rate = "", fee, ...more] = typed.split("+");
  const rateBps = parseRate(rate);
  if (rateBps === null || more.length > 0) return null;
  if (fee === undefined) return { rateBps, fixedFee: null };
  const fixedFee = parseTypedAmount(fee, language);
  return fixedFee === null || fixedFee > feeMaxKurus ? null : { rateBps, fixedFee };
}

/** Formats a price as it is typed: `2,50`, or `2,50 + 1,00` with a fixed fee. */
export const priceInput = ({ rateBps, fixedFee }: Rate, language: Language): string => {
  const rate = rateInput(rateBps, language);
  return fixedFee === null ? rate : `${rate} + ${toNotation(decimalText(fixedFee), language)}`;
};

const toNotation = (decimal: string, language: Language): string =>
  language === "tr" ? decimal.replace(".", ",") : decimal;
